import { AgencyAddress, AgencyName } from './agency-fact.tsx';
import { Placeholder, type LegalSection } from './legal-page.tsx';

/** Which personal data is collected, and why. */
export const PRIVACY_COLLECTION: LegalSection[] = [
  {
    id: 'in-short',
    title: 'In short',
    body: (
      <ul>
        <li>We collect what you enter and what the site needs to work, and little else.</li>
        <li>
          No advertising, no analytics by others, no trackers, no tracking pixels. Our pages load
          nothing from other companies.
        </li>
        <li>We do not sell personal information and do not share it for advertising.</li>
        <li>Influencers see how many people follow them and see a post, never who.</li>
        <li>Card numbers go to the payment processor and never reach us.</li>
        <li>Nobody can read your password, not even us.</li>
        <li>
          You can see, correct, take with you or delete what we hold, wherever you live: under My
          Account, or <a href="/contact?topic=Privacy%20request">write to us</a>.
        </li>
      </ul>
    ),
  },
  {
    id: 'who-we-are',
    title: 'Who we are',
    body: (
      <p>
        Velvet Rope is run by <AgencyName />, <AgencyAddress />, in the United States. We decide
        what happens with the personal information described here. This policy belongs to our{' '}
        <a href="/terms">Terms of Service</a>. For any privacy question, contact us through{' '}
        <a href="/contact?topic=Privacy%20request">the contact page</a>.
      </p>
    ),
  },
  {
    id: 'what-we-collect',
    title: 'What we collect',
    body: (
      <>
        <h3>From everyone who visits</h3>
        <ul>
          <li>
            The network (IP) address from which a request comes. We need it to answer; at forms and
            at sign-in we also count requests by address for up to a day, so that nobody can guess
            passwords or flood us.
          </li>
          <li>Whether you confirmed that you are an adult: a cookie in your browser, no more.</li>
          <li>
            Where the law wants your age verified: that you are over 18, by which method, when, and
            until when it counts. The company that you choose for the check tells us nothing else,
            and we don’t tell it who you are.
          </li>
          <li>
            When something fails on our side, or a page does not exist, the address of the page and
            the error, in a technical log. It never contains passwords, cookies or tokens.
          </li>
        </ul>
        <h3>From fans</h3>
        <ul>
          <li>
            At sign-up: your email address, a password, date of birth and gender and, only if you
            agree to it, sexual preference and up to five categories that you like. We do not ask
            for your name; under My Account you can add a name and a picture, which only our team
            sees, and choose a time zone.
          </li>
          <li>Which influencers you mark as favorites.</li>
          <li>
            When you subscribe: to whom, since when, the price, the paid period, a cancellation, and
            what the payment processor tells us about payments and failed payments.
          </li>
          <li>
            Which posts you have seen, and when you first saw each: a post that your subscription
            opens counts as seen once it has stood on your screen for a second. We use it to show
            how many fans have seen a post, and to count nobody twice within a year. Influencers and
            our team get the number, not your name. We do not record which pictures or videos of a
            post you open or how long you watch.
          </li>
          <li>Which notices of new posts you have opened, and when.</li>
          <li>
            If you turn on two-factor authentication: a secret that you share with your
            authenticator app, the public keys of your passkeys and when you last used each, and
            recovery codes that we store so that nobody can read them.
          </li>
          <li>
            Which emails you want and how often, and until when we have emailed you about new posts.
            We do not track whether you open an email or click a link in it.
          </li>
          <li>
            For each session: when it began and ends and what the browser says it is. We do not
            store your IP address with it.
          </li>
          <li>
            When our team changes or looks at your account: who did so and when, and what a change
            was before and after. Your password, gender and preferences are left out of that record.
          </li>
        </ul>
        <h3>From those who apply as influencers</h3>
        <p>
          Name, email address, phone number, age and, as far as you tell us, place, social media
          names and audience, what your content is like, experience, aims and portfolio links; then
          our questions and your answers, our decision and our notes on it.
        </p>
        <h3>From influencers</h3>
        <ul>
          <li>
            The application’s details, the texts and pictures of your public page, your posts with
            their pictures and videos, tasks, notes, and what is owed and paid to you.
          </li>
          <li>
            Proof of identity and age and signed consents, as the law on record-keeping asks.{' '}
            <Placeholder>Where and by whom these are kept, outside this website</Placeholder>
          </li>
          <li>
            Pictures can carry hidden details such as the place where they were taken. Fans get
            newly made copies without them; the original stays with you and us.
          </li>
        </ul>
        <h3>From those who write to us</h3>
        <p>
          Your name, your email address, the topic and your message, which of us answered and when.
        </p>
        <p>
          We get personal information from you, from the payment processor and, about influencers,
          from members of our team who enter it. We buy none.
        </p>
      </>
    ),
  },
  {
    id: 'sensitive',
    title: 'Sensitive information',
    body: (
      <>
        <p>
          Your sexual preference, your gender, the categories you like and the very fact that you
          have an account here are intimate. Many laws call such information sensitive.
        </p>
        <p>
          We store your sexual preference and the categories only with a consent of their own. You
          give it at sign-up or under My Account by ticking a box, which is empty until you do, and
          we record when, and to which text, you agreed. You can join without it. You withdraw it at
          any time under My Account: we then delete both answers at once. They are stored encrypted,
          so that a copy of our database does not reveal them.
        </p>
        <p>
          We use the categories to suggest influencers: those of your categories come first. Your
          gender and your sexual preference show us who the site is for. We draw no other
          conclusions about you from any of this, show it to no other member, and never use it for
          advertising. Your gender and your sexual preference do not change what you are shown; if
          that changes, this policy says so first.
        </p>
      </>
    ),
  },
  {
    id: 'why',
    title: 'Why we use it',
    body: (
      <dl>
        <dt>To run the site and your account</dt>
        <dd>
          Signing you in, showing what you may see, checking that right for every picture and video,
          sending email about your password, your subscriptions and your payments. Needed for our
          agreement with you. Email about new posts and tasks, until you switch it off under My
          Account or by the link in each of them.
        </dd>
        <dt>To take payments and to pay</dt>
        <dd>
          Subscriptions, renewals, refunds, influencers’ earnings, bookkeeping and taxes. Needed for
          our agreement and required by law.
        </dd>
        <dt>To keep minors out and people safe</dt>
        <dd>
          Age checks, reports of content, suspended accounts, records of performers. Required by
          law, and in the interest of everyone here.
        </dd>
        <dt>To keep the site secure</dt>
        <dd>
          Limits on requests, traps for bots, technical logs, defense against fraud. Our legitimate
          interest, and yours.
        </dd>
        <dt>To answer you</dt>
        <dd>Messages, applications and requests. Because you asked us to.</dd>
        <dt>To meet duties and defend rights</dt>
        <dd>Court orders, legal claims, audits. Required by law, or our legitimate interest.</dd>
      </dl>
    ),
  },
];
