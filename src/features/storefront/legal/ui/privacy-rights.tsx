import { AgencyAddress, AgencyEmailLine, AgencyName } from './agency-fact.tsx';
import { Placeholder, type LegalSection } from './legal-page.tsx';

const request = '/contact?topic=Privacy%20request';

/** Privacy rights, in the United States and elsewhere. */
export const PRIVACY_RIGHTS: LegalSection[] = [
  {
    id: 'your-rights',
    title: 'Your rights, wherever you live',
    body: (
      <>
        <p>State laws differ. We give these rights to everyone:</p>
        <ul>
          <li>
            <strong>To know and to see</strong> what we hold about you, where it came from, why we
            use it and who received it.
          </li>
          <li>
            <strong>To correct</strong> what is wrong. Much of it you can change under My Account.
          </li>
          <li>
            <strong>To delete</strong> it, except what a law, an open payment or a dispute obliges
            us to keep. Fans close their account under My Account.
          </li>
          <li>
            <strong>To take it with you</strong> in a common, machine-readable format: download it
            under My Account.
          </li>
          <li>
            <strong>To limit</strong> what we do with sensitive information, to withdraw consent,
            and to object.
          </li>
          <li>
            <strong>To opt out</strong> of sale, of targeted advertising and of profiling with
            serious effects. We do none of the three.
          </li>
          <li>
            <strong>To appeal</strong> if we refuse, and to complain to an authority.
          </li>
        </ul>
        <p>
          <strong>How to ask.</strong> Use <a href={request}>the contact page</a> with the topic
          “Privacy request”, or write to <AgencyAddress />. To be sure that it is you, we ask you to
          write from the address of your account, and for no more than we need. You can let someone
          act for you: we then ask for your signed permission. We confirm receipt within 48 hours
          and decide within 45 days; should we need 45 days more, we tell you why. It costs nothing.
          Using your rights never brings you a worse service or another price.
        </p>
        <p>
          <strong>Appeals.</strong> Answer our decision with the word “appeal”. Someone who wasn’t
          involved in the first decision decides within 45 days and tells you how to reach your
          attorney general.
        </p>
      </>
    ),
  },
  {
    id: 'california',
    title: 'California',
    body: (
      <>
        <p>
          This is our notice at collection under the California Consumer Privacy Act, as amended by
          the California Privacy Rights Act. In its categories, we collect, and have collected in
          the past twelve months:
        </p>
        <dl>
          <dt>Identifiers and customer records</dt>
          <dd>Email address, IP address; of applicants and influencers also name and phone.</dd>
          <dt>Characteristics protected by law</dt>
          <dd>Age, gender, sexual orientation, as you state them.</dd>
          <dt>Commercial information</dt>
          <dd>Subscriptions and payments, without card numbers.</dd>
          <dt>Internet or network activity</dt>
          <dd>Sessions, which posts you have seen and which notices you opened, technical logs.</dd>
          <dt>Audio, visual and professional information</dt>
          <dd>Pictures, videos and work details of influencers and applicants.</dd>
          <dt>Sensitive personal information</dt>
          <dd>
            Account sign-in with password, sexual preference and interests; of influencers also what
            their content shows.
          </dd>
        </dl>
        <p>
          Sources, purposes, recipients and periods are those of the sections above. We draw no
          inferences to make profiles, and we use sensitive information only as section 7027(m) of
          the regulations permits, so there is nothing further to limit. You have the rights to
          know, delete, correct, opt out, limit, and not to be retaliated against. Under the “Shine
          the Light” law (Civil Code section 1798.83) you may ask whether we gave information to
          others for their direct marketing: we do not.
        </p>
        <p>
          Californians under 18 who posted content may ask for its removal; as nobody under 18 may
          have an account, tell us if you know of such a case.
        </p>
      </>
    ),
  },
  {
    id: 'other-states',
    title: 'Other states',
    body: (
      <p>
        The laws of Colorado, Connecticut, Delaware, Indiana, Iowa, Kentucky, Maryland, Minnesota,
        Montana, Nebraska, New Hampshire, New Jersey, Oregon, Rhode Island, Tennessee, Texas, Utah,
        Virginia and other states give their residents rights like those above; you use them in the
        same way. Where such a law asks for consent before sensitive data are used, the sign-up form
        asks for it. Nevada residents may ask us not to sell their information: we do not sell it.{' '}
        <Placeholder>
          Counsel confirms the list of states and whether the health-data laws of Washington and
          Nevada apply
        </Placeholder>
      </p>
    ),
  },
  {
    id: 'europe',
    title: 'Visitors from the EEA, the United Kingdom and Switzerland',
    body: (
      <>
        <p>
          The site is run from the United States and meant for people there. If you use it from
          Europe and the General Data Protection Regulation (GDPR) or its British or Swiss
          counterpart applies, we are the controller. We rely on the agreement with you (Article
          6(1)(b)), legal duties (c), legitimate interests (f), and for information on your sex life
          or sexual orientation on your explicit consent (Article 9(2)(a)), which you can withdraw
          at any time with effect for the future.
        </p>
        <p>
          You have the rights of access, rectification, erasure, restriction, portability and
          objection, and may complain to the authority where you live. Your data are stored in the
          United States; where a transfer needs a safeguard we use{' '}
          <Placeholder>the standard contractual clauses or another safeguard</Placeholder>. Our
          representative in Europe is{' '}
          <Placeholder>name and address, if one is required</Placeholder>. No decision about you is
          made by a machine alone.
        </p>
      </>
    ),
  },
  {
    id: 'minors',
    title: 'Nobody under 18',
    body: (
      <p>
        The site is for adults. We do not knowingly collect information from anyone under 18 and
        refuse sign-ups with such a date of birth. If you believe that a minor has an account,{' '}
        <a href="/contact?topic=Report%20content">tell us</a>: we close it and delete what is in it,
        apart from what the law obliges us to report. Parents find help on{' '}
        <a href="/adults-only">this page</a>.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes to this policy',
    body: (
      <p>
        The version and its date are shown at the top. We email account holders about changes that
        matter at least <Placeholder>30 days</Placeholder> before. We ask for your consent anew
        before we use what we already hold for something essentially different.
      </p>
    ),
  },
  {
    id: 'contact',
    title: 'How to reach us',
    body: (
      <>
        <p>
          <a href={request}>Write to us</a>: we answer within 48 hours. By mail:
        </p>
        <address>
          <AgencyName />, attention: privacy
          <br />
          <AgencyAddress />
          <AgencyEmailLine />
        </address>
      </>
    ),
  },
];
