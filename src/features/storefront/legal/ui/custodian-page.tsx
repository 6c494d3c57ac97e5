import { pageContext } from '#src/ui/page/page-context.ts';
import { PublicFooter } from '#src/ui/public/public-footer.tsx';
import { PublicHeader } from '#src/ui/public/public-header.tsx';
import styles from './custodian-page.module.css';

/** The statement that 18 U.S.C. 2257(e) and 28 CFR 75.6 require: where the records are, and who has them. */
export function CustodianPage() {
  const { name, address, recordsCustodian } = pageContext().agency ?? {};
  return (
    <div className={styles.page}>
      <PublicHeader />
      <main id="main" tabIndex={-1} className={styles.main}>
        <h1>18 U.S.C. 2257 Record-Keeping Requirements Compliance Statement</h1>
        <p>
          Everyone depicted in content on this site to which 18 U.S.C. 2257 and 28 CFR Part 75 apply
          was at least 18 years old when it was made. The records that these laws require, indexed
          by name and by the address of each work, are available at:
        </p>
        <address>
          {recordsCustodian}
          <br />
          {name}
          {address && (
            <>
              <br />
              {address}
            </>
          )}
        </address>
        <p>
          Each post shows the date on which it was published. If you believe that content breaks
          these rules, <a href="/report">report it</a>; you need no account.
        </p>
      </main>
      <PublicFooter />
    </div>
  );
}
