document.title = 'hookbox'
