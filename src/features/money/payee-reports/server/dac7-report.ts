import { randomUUID } from 'node:crypto';
import type { BankDetails } from '#src/features/money/payees/payees.schema.ts';
import {
  openBankDetails,
  readPayees as readAccounts,
} from '#src/features/money/payees/server/bank-details.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import { Download } from '#src/platform/http/download.ts';
import { groupOf } from '../payee-reports.rules.ts';
import type { ReportServices } from './list-payees.ts';
import { readPayees, type Payee } from './read-payees.ts';
import { DAC7_TAIL, writeHead, writeSeller, type Operator, type Seller } from './write-dac7.ts';

type Services = ReportServices & { db: Db; config: Pick<Config, 'secrets' | 'tax' | 'agency'> };

/** @throws DomainError 'not-allowed-in-state' if the platform does not report under DAC7 */
function requireOperator({ tax, agency }: Services['config']): Operator {
  const { dac7, country, taxId } = tax;
  const { name, address } = agency;
  if (!dac7 || !name || !address || !country || !taxId) {
    throw new DomainError('not-allowed-in-state', 'Set DAC7_COUNTRY to make reports under DAC7.');
  }
  return {
    name,
    address,
    country,
    taxId,
    reportsTo: dac7.country,
    operatorId: dac7.operatorId,
  };
}

/**
 * The report of a year under DAC7 as a message of the OECD's DPI schema: the sellers who are resident
 * in the EU, by quarter of payment. Every file is a new message; corrections of one that was
 * accepted are made in the portal of the tax authority.
 * @throws DomainError 'not-allowed-in-state' if the platform does not report under DAC7
 */
export async function exportDac7(services: Services, year: number, createdAt: Date) {
  const operator = requireOperator(services.config);
  const message = { operator, year, id: randomUUID(), createdAt };
  async function* chunks() {
    const encoder = new TextEncoder();
    let hasSellers = false;
    for await (const batch of readSellers(services, year)) {
      if (batch.length === 0) continue;
      if (!hasSellers) yield encoder.encode(writeHead(message, { hasSellers: true }));
      hasSellers = true;
      const sellers = batch.map(({ account, seller }) =>
        writeSeller(message, seller, String(account)),
      );
      yield encoder.encode(`${sellers.join('\n')}\n`);
    }
    if (!hasSellers) yield encoder.encode(writeHead(message, { hasSellers: false }));
    yield encoder.encode(DAC7_TAIL);
  }
  return new Download(`dac7-${year}.xml`, 'application/xml', chunks());
}

type Reported = { account: number; seller: Seller };

async function* readSellers(services: Services, year: number): AsyncGenerator<Reported[]> {
  const { db, config } = services;
  for await (const payees of readPayees(services, year)) {
    const sellers = payees.filter(({ details }) => groupOf(details) === 'eu');
    const accounts = await readAccounts(
      db,
      sellers.flatMap(({ influencerId }) => influencerId ?? []),
    );
    const accountOf = ({ influencerId }: Payee): BankDetails | null => {
      const confirmed = accounts.get(influencerId ?? '')?.confirmed;
      try {
        return confirmed ? openBankDetails(config.secrets, confirmed) : null;
      } catch {
        // The account may be left out of a report, the seller may not.
        return null;
      }
    };
    yield sellers.flatMap((payee) =>
      payee.details && payee.details.form !== 'w9'
        ? [
            {
              account: payee.shareAccountId,
              seller: { ...payee, details: payee.details, account: accountOf(payee) },
            },
          ]
        : [],
    );
  }
}
