import { useMutation, useQuery } from "@connectrpc/connect-query";
import { PrintCardKind, PrintCardService } from "@leashline/proto/leashline/calendar/v1/print_card_service_pb.js";
import { useState } from "react";
import { type Kind, type PrintSettings, readSettings } from "./print-settings.ts";

const keys: Readonly<Record<Kind, PrintCardKind>> = {
  appointment: PrintCardKind.APPOINTMENT,
  stay: PrintCardKind.STAY,
  activity: PrintCardKind.ACTIVITY,
  task: PrintCardKind.DAILY_TASK,
  arrival: PrintCardKind.BOARDING_ARRIVAL,
  departure: PrintCardKind.BOARDING_DEPARTURE,
  list: PrintCardKind.APPOINTMENT_LIST,
  label: PrintCardKind.COLLAR_LABEL,
};

/** One's own settings of a kind of card; what is switched shows at once and is kept. */
export const usePrintSettings = (kind: Kind) => {
  const saved = useQuery(PrintCardService.method.getPrintCardSettings, { settingKey: keys[kind] });
  const [chosen, setChosen] = useState<{ kind: Kind; settings: PrintSettings }>();
  const save = useMutation(PrintCardService.method.updatePrintCardSettings);
  const settings = chosen?.kind === kind ? chosen.settings : readSettings(kind, saved.data?.settings ?? "");
  const change = (next: PrintSettings) => {
    setChosen({ kind, settings: next });
    save.mutate({ settingKey: keys[kind], settings: JSON.stringify(next) }, { onSuccess: () => void saved.refetch() });
  };
  return { settings, change, error: saved.error, pending: saved.isPending };
};
