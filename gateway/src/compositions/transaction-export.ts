import { Readable } from "node:stream";
import { create } from "@bufbuild/protobuf";
import { readError } from "@leashline/kit/rpc/client.ts";
import type { Contract } from "@leashline/proto/descriptors/contract.ts";
import type { TransactionExportService } from "@leashline/proto/leashline/gateway/v1/transaction_export_pb.js";
import {
  ReadTransactionFileRequestSchema,
  type ReadTransactionFileResponse,
  TransactionService,
} from "@leashline/proto/leashline/payment/v1/transaction_service_pb.js";
import type { FileStore } from "../uploads/store.ts";
import type { Upstreams } from "../upstream/upstream.ts";
import type { Composition } from "./local.ts";

const rpc = `/${TransactionService.typeName}/${TransactionService.method.readTransactionFile.name}`;

type Parts = { contract: Contract; upstreams: Upstreams; store: FileStore };

/** Keeps the file that payment writes, for the company alone. Payment decides what the caller sees in it. */
export function transactionExportComposition({ contract, upstreams, store }: Parts): Composition<typeof TransactionExportService> {
  const method = contract.byPath.get(rpc);
  if (!method) throw new Error(`The contract has no ${rpc}.`);
  return {
    async exportTransactions({ businessId, filter }, { identity, ip, requestId }) {
      const request = create(ReadTransactionFileRequestSchema, { businessId, ...(filter && { filter }) });
      const facts = { context: identity.context(ip, Date.now()), requestId, idempotencyKey: "" };
      const result = await upstreams.call(method, request, facts);
      if (!result.ok) throw readError(Buffer.from(result.error));
      const { fileName, csv } = result.message as unknown as ReadTransactionFileResponse;
      const path = store.newPath({ companyId: identity.caller.companyId, isPublic: false }, fileName);
      const { fileId } = await store.save(path, Readable.from([Buffer.from(csv)]));
      return { fileId, fileName };
    },
  };
}
