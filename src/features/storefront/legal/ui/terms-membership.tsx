import { AgencyAddress, AgencyFact, AgencyName } from './agency-fact.tsx';
import { Placeholder, type LegalSection } from './legal-page.tsx';

/** Eligibility, accounts and the service. */
export const TERMS_MEMBERSHIP: LegalSection[] = [
  {
    id: 'agreement',
    title: 'This agreement',
    body: (
      <>
        <p>
          Velvet Rope is run by <AgencyName />, a{' '}
          <AgencyFact of="legalForm" missing="state and kind of company" /> with its office at{' '}
          <AgencyAddress />. In these terms “we” and “the agency” mean that company, and “the site”
          means the Velvet Rope website and everything it does.
        </p>
        <p>
          By creating an account, by subscribing to an influencer or by using the site in any other
          way, you agree to these terms. If you do not agree, please do not use it. Our{' '}
          <a href="/privacy">Privacy Policy</a> explains what we do with personal information.
        </p>
        <p>
          <strong>
            Please read <a href="#arbitration">the part on disputes</a>. Unless you opt out within
            30 days, it sends most disputes to individual arbitration and gives up jury trials and
            class actions.
          </strong>{' '}
          Please also read <a href="#renewal">the part on automatic renewal</a>: a subscription
          renews every month until you cancel it.
        </p>
      </>
    ),
  },
  {
    id: 'adults',
    title: 'Adults only',
    body: (
      <>
        <p>
          The site contains material for adults. You may enter and hold an account only if you are
          at least 18 years old and of full age where you live, if that is later, and only where
          looking at such material is lawful.
        </p>
        <p>
          Before we show pictures of influencers to a visitor, we ask the visitor to confirm their
          age. At sign-up we ask for a date of birth and refuse anyone under 18. You promise that
          what you tell us is true. We may ask you at any time for proof of your age, and close an
          account for which we do not get it.{' '}
          <Placeholder>
            Where state law asks for age verification by a document or a certified service, the
            agency names the method here before it opens the site to that state
          </Placeholder>
        </p>
        <p>
          Every page carries the RTA (“Restricted to Adults”) label, which parental controls
          recognize. If you are under 18, <a href="/adults-only">this page is for you</a>.
        </p>
      </>
    ),
  },
  {
    id: 'account',
    title: 'Your account',
    body: (
      <>
        <p>
          An account is free. It is yours alone: one person, one account, not to be lent, shared or
          sold. Give us true information and keep it up to date. You can change your preferences and
          your password under My Account; the email address is changed by our team when you{' '}
          <a href="/contact?topic=My%20account">write to us</a>.
        </p>
        <p>
          Choose a password of at least eight characters that you use nowhere else, and keep it to
          yourself. We never ask you for it. When you change it, all your other sessions end. With
          Remember Me you stay signed in for up to 30 days, renewed as you use the site; without it,
          until you close the browser. Do not use Remember Me on a device that others use too.
        </p>
        <p>
          Tell us immediately if you believe that someone else is using your account. You are
          responsible for what happens through it unless it happens after you told us, or through
          our fault.
        </p>
        <p>
          Fans can close their account at any time under My Account; everyone can ask us to close
          theirs through <a href="/contact?topic=My%20account">the contact page</a>.
        </p>
      </>
    ),
  },
  {
    id: 'membership',
    title: 'What a subscription is',
    body: (
      <>
        <p>
          Each subscription is to one influencer. While it is active you can see the posts that the
          agency publishes for that influencer, the earlier ones included, in your feed and on the
          influencer’s page. It does not include private conversation, meetings, requests or any
          other service, and it does not include the posts of other influencers.
        </p>
        <p>
          Influencers and the agency decide what is posted and how often. We promise no number or
          frequency of posts. Posts may be changed or taken down, for example at the wish of a
          person in the picture or because the law asks for it.
        </p>
        <p>
          Your right to see a post is checked each time one of its pictures or videos is opened.
          Links to them run out within an hour and work only in the session they were made for, so
          there is nothing to gain from passing them on.
        </p>
        <p>
          If we end an influencer’s page while your paid month is running, we end your subscription
          and refund <Placeholder>the unused part of that month</Placeholder>.
        </p>
      </>
    ),
  },
];
