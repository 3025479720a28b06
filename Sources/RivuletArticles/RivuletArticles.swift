// RivuletArticles: a list of articles, loaded, searched and served in pages. The front door.
//
//   Model/       `Article`: an item of the Qiita API v2, decoded and checked, and encoded once
//   Source/      where articles come from: the samples in the program, or a file
//   Listing/     `ArticleQuery` in, `ArticlePage` out: order, search, pages, and what changed between two lists
//   ViewModel/   what loads the list, one load at a time, and what serves it, bound to it with `<~`
//
// Nothing here knows of HTTP. All of it together:
//
//   let viewModel = ArticleListViewModel(source: ArticleFile(path: "articles.json"))
//   let dataSource = ArticleDataSource()
//   dataSource.reactive.articles <~ viewModel.articles
//   dataSource.changes.observeValues { changes in … }       // inserted, updated and removed ids
//   viewModel.isLoading.signal.observeValues { isLoading in … }
//   viewModel.errors.observeValues { error in … }           // names the file and the place; the old list stays
//   viewModel.viewDidLoad()
//
//   let page = dataSource.page(try ArticleQuery(query: "多重", perPage: "5"))
//   page.encoded                                            // the JSON of five articles, newest first
