import { Placeholder, type LegalSection } from './legal-page.tsx';

/** Rules of conduct, their enforcement, and terms for influencers. */
export const TERMS_CONDUCT: LegalSection[] = [
  {
    id: 'license',
    title: 'What you may do with what you see',
    body: (
      <>
        <p>
          The pictures, videos, texts and design of the site belong to the influencers, to the
          agency or to those who license them to us. While your account is open and, for paid posts,
          while your subscription is active, you get a personal right to look at them here. The
          right cannot be transferred, is not exclusive, can be withdrawn under these terms, and
          covers no commercial use.
        </p>
        <p>You may not:</p>
        <ul>
          <li>
            download, record, copy, publish or pass on what you see, or help others to do so, by any
            means;
          </li>
          <li>let others use your account, or show paid posts in public;</li>
          <li>
            train, test or feed automated systems with content from the site, or make altered or
            artificial pictures of the people in it;
          </li>
          <li>try to find out the private name, address or whereabouts of an influencer.</li>
        </ul>
        <p>
          Passing on paid content hurts real people. We act against it, which may mean closing
          accounts, takedown notices and claims in court.
        </p>
      </>
    ),
  },
  {
    id: 'prohibited',
    title: 'Prohibited content and conduct',
    body: (
      <>
        <p>These rules bind everyone: fans, applicants, influencers and ourselves.</p>
        <h3>Never in any content</h3>
        <ul>
          <li>
            anyone under 18, anyone who is presented as being under 18, or anything that sexualizes
            minors in any form, drawn or artificial content included;
          </li>
          <li>
            anyone who has not agreed, in writing, to be shown, to be shown here and to be shown for
            money; this includes hidden recordings, leaked private pictures and artificial
            likenesses of real people;
          </li>
          <li>
            force, threats, trafficking, exploitation, or anyone unable to consent, for whatever
            reason;
          </li>
          <li>real violence, serious injury, self-harm, animals in any sexual context;</li>
          <li>offers of sexual services or meetings for money;</li>
          <li>hatred of or threats against people because of who they are;</li>
          <li>the property of others without their permission;</li>
          <li>
            anything else that is unlawful, or forbidden by the rules of the payment networks that
            we work with.
          </li>
        </ul>
        <h3>Never in any conduct</h3>
        <ul>
          <li>harassing, stalking, threatening or blackmailing anyone;</li>
          <li>false information about who you are or how old you are;</li>
          <li>the use of payment means that are not yours, or disputes of charges in bad faith;</li>
          <li>
            breaking or going around our access checks and limits, using bots or scrapers, spreading
            malware, or burdening our systems;
          </li>
          <li>
            testing our security without our agreement. If you found a weakness, please{' '}
            <a href="/contact">tell us</a>: we are grateful and will not act against honest, careful
            reports.
          </li>
        </ul>
      </>
    ),
  },
  {
    id: 'suspension',
    title: 'Suspended and closed accounts',
    body: (
      <>
        <p>
          We may suspend or close an account if its holder breaks these terms, puts others or the
          site at risk, is under age, or if the law or a payment network asks us to. Where we can,
          we explain why and listen to you first; in urgent cases we act immediately.
        </p>
        <p>
          A suspended account cannot sign in, and its open sessions end immediately. A suspended
          influencer’s page is no longer public. We cancel the subscriptions of an account that we
          close for good, so that nothing more is charged. If you believe that we made a mistake,{' '}
          <a href="/contact?topic=My%20account">write to us</a>: a person other than the one who
          decided looks at it again.
        </p>
        <p>
          You may stop using the site at any time. What by its nature outlives this agreement, such
          as the rules on content, liability and disputes, continues to apply.
        </p>
      </>
    ),
  },
  {
    id: 'influencers',
    title: 'Influencers and applicants',
    body: (
      <>
        <p>
          Anyone aged 18 or over may <a href="/signup">apply to become an influencer</a>. We choose
          who we represent and answer within 48 hours. An application is no contract. What you send
          must be true and yours to send.
        </p>
        <p>
          Influencers work with the agency under a separate written agreement, which settles
          content, pay, taxes and rights, and goes before these terms where the two differ. No one
          is shown here before the agency has verified identity and age with a government document
          and holds a signed consent. Influencers publish through the agency, and fans never see
          their private contact details, nor influencers those of fans: an influencer sees how many
          follow them, not who.
        </p>
        <p>
          Any influencer can at any time ask us to take down content that shows them, and we do so
          within <Placeholder>number of days</Placeholder>.
        </p>
      </>
    ),
  },
];
