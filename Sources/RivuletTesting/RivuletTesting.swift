// The front door of RivuletTesting.
