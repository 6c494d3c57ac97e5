/** Whether the browser is set to save data. Only Chromium reports this. */
export function isSavingData(): boolean {
  return Boolean((navigator as { connection?: { saveData?: boolean } }).connection?.saveData);
}
