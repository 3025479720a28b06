// RivuletArticles: a list of articles, loaded, searched and served in pages. The front door.
//
//   Model/       `Article`: an item of the Qiita API v2, decoded and checked, and encoded once
//   Source/      where articles come from: the samples in the program, or a file
//   Listing/     `ArticleQuery` in, `ArticlePage` out: order, search, pages, and what changed between two lists
//   ViewModel/   what loads the list, one load at a time, and what serves it, bound to it with `<~`
//
// Nothing here knows of HTTP.
