import { LedgerService } from "@leashline/proto/leashline/payment/v1/ledger_pb.js";
import { useState } from "react";
import { clientFor } from "../../../app/calls/transport.ts";
import { messageOf } from "../../../ui/feedback/call-errors.ts";
import { toast } from "../../../ui/feedback/toast.ts";
import { saveCsv } from "../../../ui/save-csv.ts";

const ledger = clientFor(LedgerService);
type Found = { closes: number; entries: number; broken: number; slippedIn: boolean };

/** Has every close checked, part by part. */
export const useCheck = () => {
  const [checking, setChecking] = useState(false);
  const [found, setFound] = useState<Found>();
  const check = async (): Promise<void> => {
    setChecking(true);
    try {
      const all: Found = { closes: 0, entries: 0, broken: 0, slippedIn: false };
      for (let fromNumber = 1; fromNumber > 0 && !all.broken; ) {
        const part = await ledger.checkLedgerCloses({ fromNumber });
        all.closes += part.checked;
        all.entries += part.entries;
        all.broken = part.brokenNumber;
        all.slippedIn = part.slippedIn;
        fromNumber = part.nextNumber;
      }
      setFound(all);
    } catch (error) {
      toast.error(messageOf(error));
    } finally {
      setChecking(false);
    }
  };
  return { check, checking, found };
};

type Days = NonNullable<Parameters<typeof ledger.exportLedger>[0]>;

/** The journal of some days as a file for the bookkeeper. */
export const saveJournal = (days: Days): Promise<void> => saveCsv(ledger.exportLedger(days));
