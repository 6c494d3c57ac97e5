const LOCALE_FOLDER = 'src/lib/locale/';
const SCREEN_DATES = `${LOCALE_FOLDER}screen-dates.ts`;

const runsOnServer = (file: string): boolean =>
  /^src\/(server|platform)\//.test(file) || /^src\/features\/.*\/server\//.test(file);

/** Whether a file may create formatters and name a locale. */
export function isLocaleFile(file: string): boolean {
  return file.startsWith(LOCALE_FOLDER);
}

/** Whether the member of an object formats by itself: `Intl.NumberFormat`, `count.toLocaleString`. */
export function isFormatter(object: string | undefined, member: string | undefined): boolean {
  if (!member) return false;
  return (
    (object === 'Intl' && member.endsWith('Format')) || /^toLocale(Date|Time)?String$/.test(member)
  );
}

/** Whether a text is the name of a locale, such as "en-US". */
export function isLocaleName(text: string): boolean {
  return /^[a-z]{2,3}-[A-Z]{2}$/.test(text);
}

/** Whether a file of the server imports the dates of screens, which have the time zone of one user. */
export function isForeignZone(file: string, imported: string | null): boolean {
  return runsOnServer(file) && imported === SCREEN_DATES;
}
