// The front door of RivuletHTTP.
