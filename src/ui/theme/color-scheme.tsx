import { ScriptOnce } from '@tanstack/react-router';

/** The local storage key of the chosen scheme, as Mantine reads it. */
const STORAGE_KEY = 'mantine-color-scheme-value';

const script = `(function(){try{
var stored=localStorage.getItem('${STORAGE_KEY}');
var scheme=stored==='light'||stored==='dark'?stored:matchMedia('(prefers-color-scheme: light)').matches?'light':'dark';
document.documentElement.setAttribute('data-mantine-color-scheme',scheme);
}catch(e){document.documentElement.setAttribute('data-mantine-color-scheme','dark')}})()`;

/** Sets the user's colour scheme before the first paint. */
export function ColorSchemeScript() {
  return <ScriptOnce>{script}</ScriptOnce>;
}
