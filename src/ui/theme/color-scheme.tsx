import { ScriptOnce } from '@tanstack/react-router';

/** Name of the attribute on <html> and of the stored choice; Mantine reads both. */
const STORAGE_KEY = 'mantine-color-scheme-value';

const script = `(function(){try{
var kept=localStorage.getItem('${STORAGE_KEY}');
var scheme=kept==='light'||kept==='dark'?kept:matchMedia('(prefers-color-scheme: light)').matches?'light':'dark';
document.documentElement.setAttribute('data-mantine-color-scheme',scheme);
}catch(e){document.documentElement.setAttribute('data-mantine-color-scheme','dark')}})()`;

/** Sets the reader's colour scheme before the first paint. */
export const ColorSchemeScript = () => <ScriptOnce>{script}</ScriptOnce>;
