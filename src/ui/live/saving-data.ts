/** Whether the browser is set to save data. Only Chromium tells. */
export function isSavingData(): boolean {
  return Boolean((navigator as { connection?: { saveData?: boolean } }).connection?.saveData);
}
