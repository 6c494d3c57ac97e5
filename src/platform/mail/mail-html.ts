import { html } from 'hono/html';
import type { MailContent, MailLink, UnsubscribeLinks } from './mail-message.ts';

const SERIF = "Fraunces, Georgia, 'Times New Roman', serif";
const SANS = "Inter, 'Helvetica Neue', Helvetica, Arial, sans-serif";
// The dark theme. Each text and cell sets its own colors, so that mail programs without support for
// style sheets or color schemes show readable text.
const GROUND = '#14100e';
const CARD = '#1f1916';
const LINE = '#3a2f28';
const INK = '#f6f1ea';
const INK_SOFT = '#c9bdb0';
const GOLD = '#e5bd6e';
const ON_GOLD = '#1d1408';

const lines = (text: string) =>
  text.split(/\r\n|\r|\n/).map((line, index) => (index ? html`<br />${line}` : html`${line}`));

const paragraph = (text: string) =>
  html`<p style="margin:0 0 16px;font:400 16px/1.6 ${SANS};color:${INK}">${lines(text)}</p>`;

const factRows = (facts: NonNullable<MailContent['facts']>) => html`
  <table
    role="presentation"
    width="100%"
    cellpadding="0"
    cellspacing="0"
    border="0"
    style="margin:8px 0 24px;border-bottom:1px solid ${LINE}"
  >
    ${facts.map(
      ({ label, value }) => html`
        <tr>
          <td
            valign="top"
            style="padding:10px 16px 10px 0;border-top:1px solid ${LINE};font:400 15px/1.5 ${SANS};color:${INK_SOFT}"
          >
            ${label}
          </td>
          <td
            valign="top"
            align="right"
            style="padding:10px 0;border-top:1px solid ${LINE};font:500 15px/1.5 ${SANS};color:${INK}"
          >
            ${value}
          </td>
        </tr>
      `,
    )}
  </table>
`;

const button = ({ label, url }: MailLink) => html`
  <table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px">
    <tr>
      <td bgcolor="${GOLD}" style="border-radius:999px;background-color:${GOLD}">
        <a
          href="${url}"
          style="display:inline-block;padding:14px 28px;border-radius:999px;font:600 16px/1.2 ${SANS};color:${ON_GOLD};text-decoration:none"
          >${label}</a
        >
      </td>
    </tr>
  </table>
  <p style="margin:0 0 16px;font:400 13px/1.5 ${SANS};color:${INK_SOFT}">
    If the button does not work, open this address:<br />
    <a href="${url}" style="color:${GOLD};word-break:break-all">${url}</a>
  </p>
`;

const note = (text: string, link: MailLink | undefined) => html`
  <p
    style="margin:24px 0 0;padding:16px 0 0;border-top:1px solid ${LINE};font:400 14px/1.6 ${SANS};color:${INK_SOFT}"
  >
    ${lines(text)}
    ${link && html`<br /><a href="${link.url}" style="color:${GOLD}">${link.label}</a>`}
  </p>
`;

// Invisible characters that prevent inbox previews from showing more than the first paragraph.
const PREVIEW_END = '\u034F\u200C\u00A0'.repeat(90);

type Html = ReturnType<typeof html>;

// Long words, such as hashes, would widen the card beyond a phone.
const card = (content: Html) => html`
  <tr>
    <td
      bgcolor="${CARD}"
      style="padding:36px 32px;border:1px solid ${LINE};border-radius:18px;background-color:${CARD};word-break:break-word"
    >
      ${content}
    </td>
  </tr>
`;

const unsubscribeNote = ({ reason, preferencesUrl, pageUrl }: UnsubscribeLinks) => html`
  <br />${reason}<br />
  <a href="${preferencesUrl}" style="color:${INK_SOFT}">Email preferences</a> ·
  <a href="${pageUrl}" style="color:${INK_SOFT}">Unsubscribe</a>
`;

const frame = (content: Html, publicUrl: string, unsubscribe: UnsubscribeLinks | undefined) => html`
  <table
    role="presentation"
    width="100%"
    cellpadding="0"
    cellspacing="0"
    border="0"
    bgcolor="${GROUND}"
    style="background-color:${GROUND}"
  >
    <tr>
      <td align="center" style="padding:32px 16px">
        <table
          role="presentation"
          width="100%"
          cellpadding="0"
          cellspacing="0"
          border="0"
          style="max-width:560px;text-align:left"
        >
          <tr>
            <td style="padding:0 8px 20px;font:500 20px/1.2 ${SERIF};color:${GOLD}">Velvet Rope</td>
          </tr>
          ${card(content)}
          <tr>
            <td style="padding:20px 8px;font:400 13px/1.5 ${SANS};color:${INK_SOFT}">
              <a href="${publicUrl}" style="color:${INK_SOFT}">${publicUrl}</a>
              ${unsubscribe && unsubscribeNote(unsubscribe)}
            </td>
          </tr>
        </table>
      </td>
    </tr>
  </table>
`;

/** Renders the HTML part of a mail. All inserted text is escaped. */
export async function renderMailHtml(
  {
    subject,
    heading,
    paragraphs,
    facts,
    action,
    footnote = '',
    link,
    unsubscribe,
  }: MailContent & {
    subject: string;
  },
  publicUrl: string,
): Promise<string> {
  const content = html`
    <h1 style="margin:0 0 20px;font:500 32px/1.15 ${SERIF};color:${INK}">${heading}</h1>
    ${paragraphs.map(paragraph)} ${facts && factRows(facts)} ${action && button(action)}
    ${(footnote || link) && note(footnote, link)}
  `;
  const page = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="dark" />
        <meta name="supported-color-schemes" content="dark" />
        <title>${subject}</title>
      </head>
      <body bgcolor="${GROUND}" style="margin:0;padding:0;background-color:${GROUND};color:${INK}">
        <div style="display:none;max-height:0;overflow:hidden;opacity:0">
          ${paragraphs[0]}${PREVIEW_END}
        </div>
        ${frame(content, publicUrl, unsubscribe)}
      </body>
    </html>`;
  return page.toString();
}
