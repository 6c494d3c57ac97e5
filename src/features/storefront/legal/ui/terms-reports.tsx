import { AgencyAddress, AgencyFact, AgencyName } from './agency-fact.tsx';
import { Placeholder, type LegalSection } from './legal-page.tsx';

const report = '/report';

/** Content reports, copyright and the record-keeping statement. */
export const TERMS_REPORTS: LegalSection[] = [
  {
    id: 'reports',
    title: 'Reporting content',
    body: (
      <>
        <p>
          If you see something here that breaks these terms or the law,{' '}
          <a href={report}>report it</a>. You need no account. Say where it is, what is wrong and
          how we can reach you. Reports of illegal content are read before everything else. We look
          at every report, take the content down while we do if there is reason to, and tell you the
          outcome within <Placeholder>seven business days</Placeholder>. The reasons for which we
          remove content are listed in our <a href="/transparency">transparency report</a>.
        </p>
        <p>
          A person who is shown here and does not agree, or no longer agrees, to it can ask us for
          removal in the same way. If we cannot settle whether consent was given and is valid, we
          remove the content.
        </p>
      </>
    ),
  },
  {
    id: 'illegal',
    title: 'Sexual abuse of minors and trafficking',
    body: (
      <>
        <p>
          We tolerate neither, in any form. We remove such material as soon as we know of it, close
          the accounts concerned, keep the evidence that the law asks us to keep, and report it to
          the National Center for Missing &amp; Exploited Children (NCMEC) as 18 U.S.C. §&nbsp;2258A
          requires, and to law enforcement.
        </p>
        <p>
          If somebody is in danger, call 911 first. You can also report to NCMEC directly through
          its CyberTipline or at 1-800-843-5678, and reach the National Human Trafficking Hotline at
          1-888-373-7888.
        </p>
      </>
    ),
  },
  {
    id: 'intimate-images',
    title: 'Intimate images without consent',
    body: (
      <>
        <p>
          If an intimate image of you, real or artificially made, is shown here without your
          consent, you or someone who acts for you can <a href={report}>ask for its removal</a>.
          Please include:
        </p>
        <ul>
          <li>your signature, typed or by hand, or that of the person who acts for you;</li>
          <li>what the image is and where it is, so that we can find it;</li>
          <li>a short statement, in good faith, that it was published without your consent;</li>
          <li>how we can reach you.</li>
        </ul>
        <p>
          We remove the image, and known identical copies, as soon as possible and at the latest
          within 48 hours of a valid request, as the federal TAKE IT DOWN Act requires.
        </p>
      </>
    ),
  },
  {
    id: 'dmca',
    title: 'Copyright: notice and counter-notice',
    body: (
      <>
        <p>
          We respond to notices under the Digital Millennium Copyright Act, 17 U.S.C. §&nbsp;512.
          Send them to our designated agent:
        </p>
        <address>
          <AgencyFact of="dmcaAgent" missing="name, telephone and email of the designated agent" />
          <br />
          <AgencyName />, <AgencyAddress />
          <br />
          or through <a href={report}>the form for reports</a>, kind “Copyright (DMCA)”
        </address>
        <h3>A notice contains</h3>
        <ol>
          <li>
            the signature of the owner of the right, or of someone authorized to act for them;
          </li>
          <li>the work that is infringed, or a representative list of several;</li>
          <li>the material that infringes it, with its address here, so that we can find it;</li>
          <li>your name, address, telephone number and email address;</li>
          <li>
            a statement that you believe in good faith that the use is not authorized by the owner,
            its agent or the law;
          </li>
          <li>
            a statement that the notice is accurate and, under penalty of perjury, that you are the
            owner or authorized to act for the owner.
          </li>
        </ol>
        <h3>A counter-notice contains</h3>
        <p>If your material was removed by mistake or because of a mix-up, send the agent:</p>
        <ol>
          <li>your signature;</li>
          <li>what was removed and where it was;</li>
          <li>
            a statement under penalty of perjury that you believe in good faith that it was removed
            by mistake or misidentification;
          </li>
          <li>
            your name, address and telephone number, your consent to the jurisdiction of the federal
            district court for your address (or, outside the United States, for any district in
            which we may be found), and your agreement to accept service from the one who gave the
            notice.
          </li>
        </ol>
        <p>
          We pass the counter-notice on. Unless we hear within 10 business days that an action has
          been filed in court, we restore the material within 10 to 14 business days. Whoever
          knowingly misrepresents something in either may be liable for damages under 17 U.S.C.
          §&nbsp;512(f). We close the accounts of those who infringe repeatedly.
        </p>
      </>
    ),
  },
  {
    id: 'records',
    title: 'Record-keeping statement (18 U.S.C. §\u00a02257)',
    body: (
      <>
        <p>
          Everyone who appears in content to which 18 U.S.C. §&nbsp;2257 and 28 C.F.R. Part 75 apply
          was at least 18 years old when it was made. The records that these laws require are kept
          by the custodian of records and can be inspected there by those entitled to it, at{' '}
          <Placeholder>ordinary business hours</Placeholder>:
        </p>
        <address>
          <AgencyFact of="recordsCustodian" missing="name or title of the custodian of records" />
          <br />
          <AgencyName />
          <br />
          <AgencyFact of="address" missing="street address, no post office box" />
        </address>
        <p>
          Content to which these laws do not apply may be published without such records. The age
          and identity of the people in it are verified all the same.
        </p>
      </>
    ),
  },
];
