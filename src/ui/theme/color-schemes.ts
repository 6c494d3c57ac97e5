import { MonitorCog, Moon, Sun } from 'lucide-react';

/** The colour schemes that a user can choose; the browser stores the choice. */
export const COLOR_SCHEMES = [
  { value: 'dark', label: 'Dark', icon: Moon },
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'auto', label: 'Match system', icon: MonitorCog },
] as const;
