import { AgencyFact } from './agency-fact.tsx';
import { Placeholder, type LegalSection } from './legal-page.tsx';

/** Price, renewal, cancellation, refunds and notices for California. */
export const TERMS_PAYMENTS: LegalSection[] = [
  {
    id: 'payment',
    title: 'Prices and payment',
    body: (
      <>
        <p>
          Each influencer has one monthly price in US dollars, shown before you pay.{' '}
          <Placeholder>
            Whether prices include sales tax, and who collects it, is confirmed by the agency
          </Placeholder>{' '}
          There are no further fees from us.
        </p>
        <p>
          Payments are made on the page of a payment processor,{' '}
          <AgencyFact of="paymentProcessor" missing="name of the processor" />. Card numbers go to
          the processor alone: they never reach our servers, and we could not show them to anyone.
          On your statement the charge appears as{' '}
          <AgencyFact of="paymentDescriptor" missing="statement descriptor" />. When checkout is
          closed nothing can be bought and nothing is charged.
        </p>
        <p>
          You may use only a means of payment that is yours or that you are allowed to use. A
          purchase is complete when the processor has confirmed your payment to us; your
          subscription starts then.
        </p>
        <p>
          <strong>Your price stays.</strong> The price at which you subscribed is the price of that
          subscription for as long as it continues, even if the influencer’s price changes later. If
          you cancel and subscribe again, the price of that day applies.
        </p>
      </>
    ),
  },
  {
    id: 'renewal',
    title: 'Automatic renewal',
    body: (
      <>
        <p>
          <strong>
            A subscription lasts one month and then renews for a further month, again and again, at
            the price you agreed to, until you cancel it.
          </strong>{' '}
          By subscribing you authorize us and the payment processor to charge your means of payment
          at the start of every month of your subscription.
        </p>
        <p>
          Months are counted by the calendar from the day on which you subscribed. If a month
          doesn’t have that day, its last day counts. The date of the next renewal is shown on each
          of your subscriptions under My Subscriptions.
        </p>
        <p>
          If a renewal cannot be charged, the subscription shows a payment issue and gives no access
          until the payment succeeds. While a subscription is paused by our team it gives no access
          and is not charged.
        </p>
      </>
    ),
  },
  {
    id: 'cancel',
    title: 'Cancelling',
    body: (
      <>
        <p>
          You can cancel at any time, online, in one place: sign in, open{' '}
          <a href="/my-subscriptions">My Subscriptions</a> and choose Cancel. You don’t need to give
          a reason or talk to anyone. If you cannot sign in,{' '}
          <a href="/contact?topic=Payments%20and%20subscriptions">write to us</a> from the address
          of your account and we cancel for you.
        </p>
        <p>
          Your cancellation takes effect at the end of the month that you have paid for. Until then
          you keep your access; after that, nothing more is charged. The last day is shown on the
          subscription as soon as you have cancelled.
        </p>
      </>
    ),
  },
  {
    id: 'refunds',
    title: 'Refunds',
    body: (
      <>
        <p>
          Because access begins immediately, months that have begun are not refunded, in full or in
          part, except where the law gives you that right or in these cases:
        </p>
        <ul>
          <li>
            you were charged twice for the same month, or after your cancellation took effect;
          </li>
          <li>you were charged without having agreed to it;</li>
          <li>
            for reasons on our side you could not use a subscription for more than{' '}
            <Placeholder>72 hours</Placeholder> of a paid month;
          </li>
          <li>we ended the influencer’s page, or your account through no fault of yours.</li>
        </ul>
        <p>
          Ask within <Placeholder>60 days</Placeholder> of the charge through{' '}
          <a href="/contact?topic=Payments%20and%20subscriptions">the contact page</a>. We answer
          within 48 hours and pay refunds to the means of payment that was used. Please write to us
          before you dispute a charge with your bank: we can most often settle it faster. Nothing
          here limits your rights against your bank.
        </p>
      </>
    ),
  },
  {
    id: 'california-renewal',
    title: 'Automatic renewal: notice for California and other states',
    body: (
      <>
        <p>
          California (Business and Professions Code, section 17600 and following) and other states
          ask sellers to state the terms of automatic renewal clearly. They are:
        </p>
        <ul>
          <li>The subscription continues until you cancel it.</li>
          <li>
            You can cancel online at any time under My Subscriptions, with effect from the end of
            the paid month.
          </li>
          <li>
            The charge for each month is the price shown at checkout. It does not change while the
            subscription continues.
          </li>
          <li>Each renewal is for one month.</li>
          <li>There is no minimum purchase and no minimum term.</li>
          <li>There is no free trial, so nothing turns into a paid subscription by itself.</li>
        </ul>
        <p>
          The page on which you subscribe repeats the price, the renewal and the way to cancel
          before you pay.{' '}
          <Placeholder>
            Confirmation of each purchase and yearly reminder, in the form that state law asks for:
            the agency confirms how they are sent before the site opens
          </Placeholder>
        </p>
        <p>
          Under California Civil Code section 1789.3, Californians may bring complaints to the
          Complaint Assistance Unit of the Division of Consumer Services of the California
          Department of Consumer Affairs, in writing at 1625 North Market Boulevard, Suite N 112,
          Sacramento, CA 95834, or by telephone at (800) 952-5210.
        </p>
      </>
    ),
  },
];
