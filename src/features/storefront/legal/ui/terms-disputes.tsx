import { AgencyAddress, AgencyEmailLine, AgencyName, AgencyPhone } from './agency-fact.tsx';
import { Placeholder, type LegalSection } from './legal-page.tsx';

/** Liability, disputes and general terms. */
export const TERMS_DISPUTES: LegalSection[] = [
  {
    id: 'warranty',
    title: 'The service as it is',
    body: (
      <>
        <p>
          We run the site with care, but we cannot promise that it is always available, free of
          errors or safe from every attack, or that its content is to your taste.{' '}
          <strong>
            To the extent that the law allows, it is provided “as is” and “as available”, without
            warranties of any kind, express or implied, including those of merchantability, fitness
            for a particular purpose, title and non-infringement.
          </strong>
        </p>
        <p>
          What influencers say is theirs and not our advice or opinion. For other websites to which
          a page may link we are not responsible.
        </p>
      </>
    ),
  },
  {
    id: 'liability',
    title: 'Limits of liability',
    body: (
      <>
        <p>
          <strong>
            To the extent that the law allows, we are not liable for indirect, incidental, special,
            consequential or punitive damages, or for lost profits, data or goodwill, and our whole
            liability for all claims that concern the site is limited to the greater of what you
            paid us in the twelve months before the claim arose and{' '}
            <Placeholder>100 US dollars</Placeholder>.
          </strong>
        </p>
        <p>
          These limits do not apply to intent, gross negligence, fraud, injury to life or body, or
          wherever else the law of your state does not allow them. Some states do not allow all of
          them; you may then have more rights than are written here.
        </p>
      </>
    ),
  },
  {
    id: 'indemnity',
    title: 'Claims by others because of you',
    body: (
      <p>
        If someone else makes a claim against us, our people or our influencers because you broke
        these terms, the law or another’s rights, you compensate us for the resulting damages and
        reasonable costs. We tell you of such a claim promptly and may lead our own defense.
      </p>
    ),
  },
  {
    id: 'arbitration',
    title: 'Disputes: arbitration and no class actions',
    body: (
      <>
        <p>
          <strong>Talk to us first.</strong> <a href="/contact">Write to us</a> what is wrong and
          what you would like us to do, with your name and the address of your account. If we have
          not settled it together within 60 days, either of us may proceed as follows.
        </p>
        <p>
          <strong>Arbitration.</strong> Disputes between you and us that arise from these terms or
          from the site are decided by one neutral arbitrator and not by a judge or jury. The{' '}
          <Placeholder>American Arbitration Association</Placeholder> administers the arbitration
          under its Consumer Arbitration Rules. The Federal Arbitration Act governs this part. The
          hearing is held by video or telephone, or in the county where you live. We pay the fees of
          the arbitration beyond what you would pay to file in court, unless the arbitrator finds
          your claim frivolous. The arbitrator may award whatever a court could award to you alone.
        </p>
        <p>
          <strong>
            No class actions and no jury. You and we bring claims only for ourselves, not as
            plaintiff or member of a class or in any representative proceeding, and both give up the
            right to a trial by jury.
          </strong>{' '}
          If this waiver cannot be enforced for a claim, that claim alone goes to court. Nothing
          here prevents a claim for public injunctive relief where the law does not allow it to be
          waived.
        </p>
        <p>
          <strong>What is left out.</strong> Either of us may go to a small claims court, ask a
          court for an injunction against misuse of intellectual property or of an account, or turn
          to a public authority.
        </p>
        <p>
          <strong>Your right to opt out.</strong> You can refuse this part within 30 days of first
          agreeing to these terms by <a href="/contact?topic=Something%20else">writing to us</a>{' '}
          with your name, the email address of your account and the words “I opt out of
          arbitration”, or by letter to <AgencyAddress />. It has no other consequence for you. If
          we change this part later, you can refuse the change in the same way.
        </p>
      </>
    ),
  },
  {
    id: 'law',
    title: 'Governing law',
    body: (
      <p>
        The law of <Placeholder>state</Placeholder> applies, without its rules on conflicts of laws,
        together with the federal law of the United States. What does not go to arbitration goes to
        the state or federal courts in <Placeholder>county and state</Placeholder>. If you live
        elsewhere, the mandatory rules that protect consumers where you live still protect you, in
        the European Economic Area and the United Kingdom by their courts too.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes to these terms',
    body: (
      <p>
        We may change these terms for good reason, such as a new law or a new feature. The version
        and its date are shown at the top. We email account holders about changes that matter to
        them at least <Placeholder>30 days</Placeholder> before; if you do not agree, you can cancel
        and close your account before they take effect. Changes never apply to disputes that we
        already knew of.
      </p>
    ),
  },
  {
    id: 'general',
    title: 'General',
    body: (
      <>
        <p>
          You agree that we may send you what concerns this agreement electronically, by email or on
          the site. You can print these pages or save them. If a part of these terms is not valid,
          the rest remains in effect. If we do not insist on a right once, we have not given it up.
          You may not transfer this agreement; we may transfer it to a company that takes over the
          site, which is then bound by it. Neither of us is responsible for events beyond reasonable
          control. These terms, with the Privacy Policy and what checkout showed you, are the whole
          agreement between us about the site.
        </p>
      </>
    ),
  },
  {
    id: 'contact',
    title: 'How to reach us',
    body: (
      <>
        <p>
          Through <a href="/contact">the contact page</a>. We answer within 48 hours. By mail:
        </p>
        <address>
          <AgencyName />
          <br />
          <AgencyAddress />
          <br />
          <AgencyPhone />
          <AgencyEmailLine />
        </address>
      </>
    ),
  },
];
