import type { Tx } from "@leashline/kit";
import type { DB } from "../../db.ts";
import type { RequestRow } from "../request.ts";
import type { Proposal } from "./proposal.ts";

/** How the proposal of a request stands; without tokens none of its times is held any more. */
export async function saveProposal(tx: Tx<DB>, id: string, proposal: Proposal, proposalTokens?: readonly string[]): Promise<RequestRow> {
  const row = await tx.db
    .updateTable("bookingRequest")
    .set({ proposal: JSON.stringify(proposal), ...(proposalTokens && { proposalTokens: [...proposalTokens] }) })
    .where("companyId", "=", tx.ctx.companyId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return row as unknown as RequestRow;
}
