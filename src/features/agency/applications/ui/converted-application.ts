import { convertedApplicationSchema, type ConvertedApplication } from '../review.schema.ts';

const KEY = 'converted-application';

/** Stores an accepted application in this tab for the Create Influencer dialog. */
export function storeConversion(application: ConvertedApplication): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(convertedApplicationSchema.parse(application)));
  } catch {
    // Without storage the dialog opens empty.
  }
}

/** The application that is being converted in this tab; null if there is none. */
export function readConversion(): ConvertedApplication | null {
  try {
    return convertedApplicationSchema.parse(JSON.parse(sessionStorage.getItem(KEY) ?? ''));
  } catch {
    return null;
  }
}

/** Clears the stored application, once the influencer was created or the dialog was closed. */
export function clearConversion(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was stored.
  }
}
