// What every page needs, whether it loads the app or not: fonts, tokens, and the pages for errors.
import '@fontsource-variable/fraunces/opsz.css';
import '@fontsource-variable/inter/index.css';
import './tokens.css';
import './message-page.module.css';
