import type { MessageInitShape } from "@bufbuild/protobuf";
import { toMoney, toTimestamp, toWireDate } from "@leashline/kit";
import {
  type AccountingConnectionSchema,
  type AccountingJournalSchema,
  type GetInvoiceSyncStatusResponseSchema,
  InvoiceSyncState,
  JournalState,
} from "@leashline/proto/leashline/payment/v1/accounting_service_pb.js";
import type { Db } from "../db.ts";
import { ownNames } from "../ledger-accounts/ledger-account.store.ts";
import { chartOf } from "../ledger-accounts/ledger-account.ts";
import type { InvoiceSync } from "./accounting.ts";
import { countUnsent, type JournalRow } from "./journal.store.ts";
import { type LinkRow, listMappings } from "./link.store.ts";

export async function toConnection(db: Db, link: LinkRow): Promise<MessageInitShape<typeof AccountingConnectionSchema>> {
  const { businessId, companyName, realmId, connected, fault, version } = link;
  const chosen = new Map((await listMappings(db, link)).map((one) => [one.account, one]));
  const mappings = chartOf(await ownNames(db, businessId)).map(({ account, name, number }) => ({
    account,
    accountName: name,
    accountNumber: number,
    externalAccountId: chosen.get(account)?.externalId ?? "",
    externalAccountName: chosen.get(account)?.externalName ?? "",
  }));
  const startDate = toWireDate(link.startDate);
  const counts = await countUnsent(db, link);
  const syncTime = link.syncTime ? toTimestamp(link.syncTime) : undefined;
  return { businessId, companyName, externalCompanyId: realmId, connected, fault, version, startDate, syncTime, ...counts, mappings };
}

const journalStates: Record<string, JournalState> = {
  waiting: JournalState.WAITING,
  sending: JournalState.WAITING,
  unmapped: JournalState.UNMAPPED,
  sent: JournalState.SENT,
  refused: JournalState.REFUSED,
};

export const toJournal = (row: JournalRow): MessageInitShape<typeof AccountingJournalSchema> => ({
  closeNumber: row.number,
  businessDate: toWireDate(row.businessDate),
  total: toMoney(BigInt(row.total), row.currency),
  state: journalStates[row.state] ?? JournalState.UNSPECIFIED,
  externalId: row.externalId,
  documentNumber: row.state === "sent" ? row.documentNumber : "",
  sentTime: row.sentAt ? toTimestamp(row.sentAt) : undefined,
  reason: row.reason,
});

const syncStates: Record<InvoiceSync["state"], InvoiceSyncState> = {
  not_sent: InvoiceSyncState.NOT_SENT,
  waiting: InvoiceSyncState.WAITING,
  sent: InvoiceSyncState.SENT,
  refused: InvoiceSyncState.REFUSED,
};

export const toSyncStatus = ({
  state,
  sentAt,
  documentNumbers,
  reason,
}: InvoiceSync): MessageInitShape<typeof GetInvoiceSyncStatusResponseSchema> => ({
  state: syncStates[state],
  sentTime: sentAt ? toTimestamp(sentAt) : undefined,
  documentNumbers,
  reason,
});
