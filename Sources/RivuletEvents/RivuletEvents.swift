// The front door of RivuletEvents.
