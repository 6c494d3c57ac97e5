import { FlaskConical, ScanFace, type LucideIcon } from 'lucide-react';
import type { AgeMethod } from '../age-checks.schema.ts';
import styles from './age-check-page.module.css';

const METHODS: Record<AgeMethod, { icon: LucideIcon; title: string; text: string }> = {
  yoti: {
    icon: ScanFace,
    title: 'Your face or an ID, with Yoti',
    text: 'Yoti estimates your age from a selfie, or reads it from a document.',
  },
  sandbox: {
    icon: FlaskConical,
    title: 'Test check',
    text: 'Plays a company that verifies ages. Nobody is checked.',
  },
};

type AgeMethodsProps = {
  methods: AgeMethod[];
  starting: AgeMethod | undefined;
  /** Why the last one could not be started. */
  message: string | undefined;
  start: (method: AgeMethod) => Promise<void>;
};

/** The ways to verify an age. */
export function AgeMethods({ methods, starting, message, start }: AgeMethodsProps) {
  return (
    <>
      {message && (
        <p className={styles.alert} role="alert">
          {message}
        </p>
      )}
      <ul className={styles.methods}>
        {methods.map((method) => {
          const { icon: Icon, title, text } = METHODS[method];
          return (
            <li key={method}>
              {/* Not `disabled`, which would lose the focus. A second click while busy does nothing. */}
              <button
                type="button"
                className={styles.method}
                aria-disabled={starting !== undefined}
                onClick={() => void start(method)}
              >
                <Icon size={26} strokeWidth={1.5} aria-hidden="true" />
                <span>
                  <strong>{starting === method ? 'Opening…' : title}</strong>
                  <span>{text}</span>
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </>
  );
}
