// Fonts and tokens of every page, including the pages without the app.
import '@fontsource-variable/fraunces/opsz.css';
import '@fontsource-variable/inter/index.css';
import './tokens.css';
import './touch-targets.css';
import './print.css';
import './safe-areas.css';
