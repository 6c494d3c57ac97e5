import type { ReactNode } from 'react';
import { formatCents } from '#src/lib/locale/numbers.ts';
import { DEFAULT_COMMISSION_PERCENT, splitPrice } from '#src/lib/money.ts';
import { pageContext } from '#src/ui/page/page-context.ts';
import { PublicFooter } from '#src/ui/public/public-footer.tsx';
import { PublicHeader } from '#src/ui/public/public-header.tsx';
import { Rope } from '#src/ui/public/rope.tsx';
import styles from './creators-page.module.css';
import stage from './landing-page.module.css';

const PRICE_CENTS = 2000;

/** What people should know before they apply as an influencer. Static. */
export function CreatorsPage() {
  return (
    <div className={stage.page}>
      <div className={stage.over}>
        <PublicHeader />
      </div>
      <main id="main" tabIndex={-1}>
        <section className={stage.stage}>
          <div className={stage.hero}>
            <h1>Make the work. We run the rest.</h1>
            <p className={stage.lead}>
              Velvet Rope is an agency with its own platform. We build your page, publish your work,
              answer your subscribers’ questions and pay you every month.
            </p>
            <div className={stage.actions}>
              <ApplyLink />
            </div>
            <p className={stage.age}>
              <strong>18+</strong> We publish adult content. You must be 18 or older to apply.
            </p>
          </div>
          <Rope className={stage.rope} />
        </section>
        <Share />
        <Topics />
        <section className={`${stage.stage} ${stage.closing}`}>
          <h2>Show us what you do</h2>
          <p className={stage.lead}>
            Five short steps, about ten minutes. You’ll hear from us within 48 hours.
          </p>
          <div className={stage.actions}>
            <ApplyLink />
          </div>
        </section>
      </main>
      <PublicFooter />
    </div>
  );
}

const ApplyLink = () => (
  <a href="/signup" className="button">
    Apply as an influencer
  </a>
);

/** How a payment is split, by an example with the default commission. */
function Share() {
  const split = splitPrice(PRICE_CENTS, DEFAULT_COMMISSION_PERCENT);
  return (
    <section className={styles.section} aria-labelledby="share">
      <h2 id="share">What you earn</h2>
      <dl className={styles.split}>
        <div>
          <dt>A fan pays, each month</dt>
          <dd>{formatCents(PRICE_CENTS)}</dd>
        </div>
        <div>
          <dt>Merchant fee</dt>
          <dd>−{formatCents(split.merchantFeeCents)}</dd>
        </div>
        <div>
          <dt>Commission ({DEFAULT_COMMISSION_PERCENT}%)</dt>
          <dd>−{formatCents(split.platformCents)}</dd>
        </div>
        <div data-total>
          <dt>You receive</dt>
          <dd>{formatCents(split.influencerCents)}</dd>
        </div>
      </dl>
      <p className={styles.note}>
        This is an example at our standard commission. Your own price and commission are part of
        your agreement, and every payment and refund is listed on your monthly statement.
      </p>
    </section>
  );
}

function Topics() {
  const { payoutTerms } = pageContext();
  return (
    <section className={styles.section} aria-labelledby="good-to-know">
      <h2 id="good-to-know">Good to know</h2>
      <div className={styles.topics}>
        <Topic title="Paid every month">
          {payoutTerms
            ? `After each month ends we pay out what you earned in it, by ${payoutTerms.method}, within ${payoutTerms.days} days.`
            : 'After each month ends we pay out what you earned in it.'}{' '}
          You see your earnings as they come in.
        </Topic>
        <Topic title="Your work stays yours">
          You keep the rights to what you make. We publish it for your subscribers only, and take it
          down when you ask us to.
        </Topic>
        <Topic title="Safety first">
          Only paying subscribers see full pictures and videos, through links that expire. Fans
          never see your contact details.
        </Topic>
        <Topic title="What we ask, and why">
          How to reach you, your age, what you make and who follows you: it tells us whether we are
          the right agency for you. Before your page opens we check a government ID, because the law
          requires proof that everybody shown is an adult.
        </Topic>
        <Topic title="What happens next">
          You get a confirmation with a private link to follow your application. A person reads it,
          start to finish, and may send you a question. If we accept, we set up your page together.
        </Topic>
        <Topic title="Something else?">
          <a href="/contact?topic=Becoming%20an%20influencer">Write to us</a>, and a person answers
          within 48 hours.
        </Topic>
      </div>
    </section>
  );
}

const Topic = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h3>{title}</h3>
    <p>{children}</p>
  </section>
);
