import { getRouteApi } from '@tanstack/react-router';
import { ReceiptText } from 'lucide-react';
import { InfluencerSelect } from '#src/features/agency/influencers/ui/influencer-select.tsx';
import { countryOptions } from '#src/lib/locale/countries.ts';
import { DayFilter } from '#src/ui/forms/day-filter.tsx';
import { FilterSelect, optionsOf } from '#src/ui/list-view/filter-select.tsx';
import { ListView } from '#src/ui/list-view/list-view.tsx';
import { useList } from '#src/ui/list-view/use-list.ts';
import { NoResults, Notice } from '#src/ui/page/notice.tsx';
import { PageHead } from '#src/ui/page/page-head.tsx';
import { INVOICE_LABELS, SCHEME_LABELS } from '../invoices.schema.ts';
import { INVOICES_COLUMNS } from './invoices-columns.tsx';
import { invoicesList } from './invoices-queries.ts';
import { TaxesTabs } from './taxes-tabs.tsx';

const route = getRouteApi('/_app/invoices');

const KINDS = optionsOf(INVOICE_LABELS);
const SCHEMES = optionsOf(SCHEME_LABELS);
const COUNTRIES = countryOptions();

/** Invoices and credit notes of all payments. */
export function InvoicesPage() {
  const list = useList(invoicesList, route);
  const [from, to] = [list.field('from'), list.field('to')];
  return (
    <>
      <PageHead
        title="Invoices & Taxes"
        subtitle="An invoice for every payment, and a credit note for every refund. Dates are UTC."
      />
      <TaxesTabs value="/invoices">
        <ListView
          list={list}
          label="Invoices and credit notes"
          itemLabels={['document', 'documents']}
          columns={INVOICES_COLUMNS}
          failure="Failed to fetch invoices"
          searchLabel="Search number, fan or influencer"
          filters={
            <>
              <FilterSelect
                label="Kind"
                placeholder="All Kinds"
                clearLabel="Show all kinds"
                options={KINDS}
                {...list.field('kind')}
              />
              <FilterSelect
                label="Tax rules"
                placeholder="All Tax Rules"
                clearLabel="Show all tax rules"
                options={SCHEMES}
                {...list.field('scheme')}
              />
              <FilterSelect
                label="Country"
                placeholder="All Countries"
                clearLabel="Show all countries"
                options={COUNTRIES}
                searchable
                nothingFoundMessage="No country found"
                {...list.field('country')}
              />
              <InfluencerSelect
                label="Influencer"
                isLabelHidden
                placeholder="All Influencers"
                clearable
                {...list.field('influencer')}
              />
              <DayFilter
                label="From"
                value={from.value ?? undefined}
                max={to.value ?? undefined}
                onChange={(day) => from.onChange(day ?? null)}
              />
              <DayFilter
                label="To"
                value={to.value ?? undefined}
                min={from.value ?? undefined}
                onChange={(day) => to.onChange(day ?? null)}
              />
            </>
          }
          empty={
            <Notice
              icon={ReceiptText}
              title="No invoices yet"
              text="Every payment gets an invoice within a minute, and every refund a credit note."
            />
          }
          noResults={<NoResults title="No documents found" />}
        />
      </TaxesTabs>
    </>
  );
}
