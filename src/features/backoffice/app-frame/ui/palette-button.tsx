import { Search } from 'lucide-react';
import { lazy, Suspense } from 'react';
import type { CurrentSession } from '#src/features/identity/accounts/accounts.schema.ts';
import styles from './palette-button.module.css';
import { paletteShortcut, usePalette } from './use-palette.ts';

// Loaded separately, when the user is about to open it.
const loadPalette = async () => ({
  default: (await import('./command-palette.tsx')).CommandPalette,
});
const CommandPalette = lazy(loadPalette);

const prepare = () => void loadPalette().catch(() => {});

/** The button that opens the command palette, and the palette. */
export function PaletteButton({ session }: { session: CurrentSession }) {
  const { isOpen, isLoaded, open, close } = usePalette(prepare);
  return (
    <>
      <button
        type="button"
        className={styles.button}
        onClick={open}
        onPointerEnter={prepare}
        onFocus={prepare}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
      >
        <Search size={18} aria-hidden="true" />
        <span className={styles.label}>Search</span>
        <kbd className={styles.keys} aria-hidden="true">
          {paletteShortcut()}
        </kbd>
      </button>
      {isLoaded && (
        <Suspense fallback={null}>
          <CommandPalette session={session} isOpen={isOpen} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
