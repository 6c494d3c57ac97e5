// What every page needs, whether it loads the app or not: fonts and tokens.
import '@fontsource-variable/fraunces/opsz.css';
import '@fontsource-variable/inter/index.css';
import './tokens.css';
