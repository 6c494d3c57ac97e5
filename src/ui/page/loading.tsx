import styles from './loading.module.css';

const CARDS = 8;

/** Shown by the route guard while it loads the session and role. */
export function Loading() {
  return (
    <main className={styles.page} aria-busy="true">
      <ScreenOutline>
        <p className={styles.text}>Loading...</p>
      </ScreenOutline>
    </main>
  );
}

/** Shown in the frame while the code of a screen loads. */
export function LoadingScreen() {
  return (
    <div aria-busy="true">
      <ScreenOutline>
        <p className="visually-hidden" role="status">
          Loading
        </p>
      </ScreenOutline>
    </div>
  );
}

/** The outline of a screen: its title and cards. */
function ScreenOutline({ children }: { children: React.ReactNode }) {
  return (
    <>
      <div className={styles.title} aria-hidden="true" />
      {children}
      <div className={styles.cards} aria-hidden="true">
        {Array.from({ length: CARDS }, (_, index) => (
          <div key={index} className={styles.card} />
        ))}
      </div>
    </>
  );
}
