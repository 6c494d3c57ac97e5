import { RETENTION_MONTHS } from '#src/lib/retention.ts';
import { AgencyFact } from './agency-fact.tsx';
import { Placeholder, type LegalSection } from './legal-page.tsx';

/** Cookies, recipients, retention and security of personal data. */
export const PRIVACY_HANDLING: LegalSection[] = [
  {
    id: 'cookies',
    title: 'Cookies and browser storage',
    body: (
      <>
        <p>
          All of these are our own, and each is needed for something that you do here. There are no
          advertising or analytics cookies, so there is no banner to click away.
        </p>
        <dl>
          <dt>Session cookie</dt>
          <dd>
            Keeps you signed in. Scripts cannot read it. Up to 30 days with Remember Me, renewed as
            you use the site; otherwise until you close the browser, with a second cookie that says
            so. Deleted when you sign out.
          </dd>
          <dt>Age confirmation</dt>
          <dd>Remembers that you confirmed you’re an adult. One year.</dd>
          <dt>Age verification</dt>
          <dd>
            Where the law requires it: a number that says your age was verified, and nothing about
            you. Until the verification expires. A second one, for an hour, belongs to the check
            that you started.
          </dd>
          <dt>Sidebar</dt>
          <dd>Remembers whether the menu of signed-in pages is open or folded. Seven days.</dd>
          <dt>Storage of this browser</dt>
          <dd>
            Your choice of light or dark colors and of video quality, a page to show without a
            connection, and, until your first sign-in, the influencer whose page brought you here.
            For those who upload or work here also the names of files on their way and the columns
            of lists.
          </dd>
          <dt>Storage of this tab</dt>
          <dd>
            What you have typed into a longer form, so that a reload does not lose it. Never
            passwords. Gone when you send the form or close the tab.
          </dd>
        </dl>
        <p>
          You can delete all of it in your browser’s settings. Without the session cookie you cannot
          sign in.
        </p>
        <p>
          Some browsers send a “Do Not Track” or Global Privacy Control signal. We respect what they
          ask for: there is no tracking, sale or sharing here to switch off, with or without them.
        </p>
      </>
    ),
  },
  {
    id: 'who-sees-it',
    title: 'Who else sees it',
    body: (
      <>
        <p>Inside the agency, only people whose work needs it. Outside of it:</p>
        <dl>
          <dt>The payment processor</dt>
          <dd>
            <AgencyFact of="paymentProcessor" missing="name of the processor" />. It takes your card
            details on its own page and tells us whether a payment succeeded, under which number,
            and for which period.
          </dd>
          <dt>Companies that run technology for us</dt>
          <dd>
            Hosting and storage: <Placeholder>name</Placeholder>. Email delivery:{' '}
            <Placeholder>name</Placeholder>. They act on our instructions and may use the data for
            nothing else.
          </dd>
          <dt>Influencers</dt>
          <dd>
            Numbers only: how many people subscribe, how many have seen each post and what that
            earns. Not your name, address, preferences or payments.
          </dd>
          <dt>Everyone</dt>
          <dd>
            An influencer’s public page, with the name, texts and pictures chosen for it, and the
            number of posts and followers.
          </dd>
          <dt>Authorities and courts</dt>
          <dd>
            When a law or a valid order demands it, and reports of the sexual abuse of minors to
            NCMEC. We check each demand, hand over no more than we must, and tell you if we may.
          </dd>
          <dt>Advisers and a successor</dt>
          <dd>
            Lawyers, accountants and auditors under a duty of secrecy; a company that takes over the
            site, which stays bound by this policy until it tells you otherwise.
          </dd>
        </dl>
        <p>
          <strong>
            We have not sold personal information, or shared it for cross-context behavioral
            advertising, in the past twelve months, and have no plan to, least of all that of anyone
            under 18.
          </strong>
        </p>
      </>
    ),
  },
  {
    id: 'how-long',
    title: 'How long we keep it',
    body: (
      <>
        <p>Only for as long as its purpose requires:</p>
        <dl>
          <dt>Your account and profile</dt>
          <dd>
            As long as the account is open. Fans close theirs under My Account: then we delete them
            at once, and with them your sessions and notices, and your subscriptions end. When you
            ask us to close it, we do so within <Placeholder>45 days</Placeholder>.
          </dd>
          <dt>Which posts you have seen</dt>
          <dd>
            {RETENTION_MONTHS.seenPosts} months, or until the post or your account is deleted. The
            number of fans who have seen the post goes on counting you, without saying who you were.
          </dd>
          <dt>Purchases that you did not finish</dt>
          <dd>{RETENTION_MONTHS.unfinishedCheckouts} months after the offer expired.</dd>
          <dt>Payments</dt>
          <dd>
            <Placeholder>Seven years</Placeholder>, for taxes and disputes, also after your account
            is deleted: amounts and dates under a number that then leads to no account. The payment
            processor’s messages as we received them: {RETENTION_MONTHS.handledPaymentEvents}{' '}
            months.
          </dd>
          <dt>The record of what our team changed and viewed</dt>
          <dd>
            {RETENTION_MONTHS.auditEntries} months. Until then nobody can change or delete it, so
            that nobody can cover up what they did; it may name the email address of a deleted
            account.
          </dd>
          <dt>Sessions</dt>
          <dd>They end at the latest 30 days after you last used them.</dd>
          <dt>Applications that came to nothing</dt>
          <dd>{RETENTION_MONTHS.rejectedApplications} months after our decision.</dd>
          <dt>Notices of new posts and tasks</dt>
          <dd>{RETENTION_MONTHS.notifications} months.</dd>
          <dt>Messages to us</dt>
          <dd>{RETENTION_MONTHS.answeredMessages} months after our answer.</dd>
          <dt>Reports of content</dt>
          <dd>{RETENTION_MONTHS.decidedComplaints} months after our decision.</dd>
          <dt>Posts</dt>
          <dd>
            Until the agency deletes them; their files are deleted with them. Uploads that end up in
            no post and no task are deleted after a day, unfinished ones after three.
          </dd>
          <dt>Counters by IP address and technical logs</dt>
          <dd>
            Counters lose their effect within a day and are then deleted; logs are deleted within{' '}
            <Placeholder>30 days</Placeholder>.
          </dd>
          <dt>Records of performers</dt>
          <dd>As long as federal law requires.</dd>
          <dt>Backups</dt>
          <dd>
            Deleted information leaves them within <Placeholder>35 days</Placeholder>.
          </dd>
        </dl>
        <p>
          We keep what we need for a legal claim or by a legal duty until that has ended, and use it
          for nothing else meanwhile.
        </p>
      </>
    ),
  },
  {
    id: 'security',
    title: 'How we protect it',
    body: (
      <>
        <ul>
          <li>Passwords are stored as salted hashes that cannot be turned back into passwords.</li>
          <li>
            Sessions live in cookies that scripts cannot read. Changing your password ends all other
            sessions; suspending an account ends all of them.
          </li>
          <li>
            Every picture and video of a paid post is handed out only after a check of the session
            and of the right to see it, each time. Links run out within an hour.
          </li>
          <li>Each part of the back office is open only to the roles that need it.</li>
          <li>
            To help you, our team can look at this site as you see it, without changing anything and
            without your account page. We email you when and why.
          </li>
          <li>Repeated attempts to guess a password are slowed down.</li>
          <li>
            Connections are encrypted.{' '}
            <Placeholder>TLS and encrypted storage, as set up at the host</Placeholder>
          </li>
        </ul>
        <p>
          No system is perfectly safe. If a breach puts your information at risk, we tell you and
          the authorities as the law of your state provides. Use a password of your own for this
          site, and <a href="/contact">tell us</a> if something looks wrong.
        </p>
      </>
    ),
  },
];
