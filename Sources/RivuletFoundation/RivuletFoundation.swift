// The front door of RivuletFoundation.
