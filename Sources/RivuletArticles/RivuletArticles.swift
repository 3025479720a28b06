// The front door of RivuletArticles.
