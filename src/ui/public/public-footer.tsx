import { pageContext } from '#src/ui/page/page-context.ts';
import { Logo } from './logo.tsx';
import styles from './public-footer.module.css';

/** Footer of the public pages, with the age disclaimer. */
export function PublicFooter() {
  const { agency } = pageContext();
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <Logo />
        <nav aria-label="Legal" className={styles.links}>
          <a href="/for-creators">For creators</a>
          <a href="/terms">Terms</a>
          <a href="/privacy">Privacy</a>
          <a href="/contact">Contact</a>
          <a href="/report">Report content</a>
          <a href="/transparency">Transparency</a>
        </nav>
        <p>
          <strong>18+</strong> This site is for adults only. By entering you confirm that you are at
          least 18 years old, or of age where you live if that is later.
        </p>
        {agency?.recordsCustodian && (
          // The wording of 28 CFR 75.8(d).
          <p>
            <a href="/2257">18 U.S.C. 2257 Record-Keeping Requirements Compliance Statement</a>
          </p>
        )}
        <p>© {agency?.name ?? 'Velvet Rope'}</p>
      </div>
    </footer>
  );
}
