import { AddOnService } from "@leashline/proto/leashline/offering/v1/add_on_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import LinearProgress from "@mui/material/LinearProgress";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { refreshServices } from "../../../app/calls/refresh.ts";
import { toast } from "../../../ui/feedback/toast.ts";
import { AT_ONCE, chargeAll, outcomeOf, type Untaxed } from "./charge-all.ts";

/** Asks whether a tax goes on everything that has none, and puts it there. */
export const ChargeAll = ({ taxId, untaxed, onClose }: { taxId: string; untaxed: readonly Untaxed[]; onClose: () => void }) => {
  const queries = useQueryClient();
  const [done, setDone] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const count = untaxed.length;
  const running = done !== undefined && problem === undefined;
  const charge = async () => {
    setDone(0);
    const failed = await chargeAll(untaxed, taxId, setDone);
    void refreshServices(queries, [CatalogService.typeName, AddOnService.typeName]);
    const outcome = outcomeOf(count, failed);
    if (failed.length > 0 || count > AT_ONCE) return setProblem(outcome);
    toast.success(outcome);
    onClose();
  };
  return (
    <Dialog open onClose={() => !running && onClose()} aria-labelledby="charge-title" maxWidth="xs" fullWidth>
      <DialogTitle id="charge-title">Charge it on all services and add-ons?</DialogTitle>
      <DialogContent sx={{ display: "grid", gap: 1.5 }}>
        {problem ? (
          <Alert severity="warning">{problem}</Alert>
        ) : (
          <span>
            {count} of your services and add-ons {count === 1 ? "has" : "have"} no tax. You can still change it on each. What is booked
            already stays as it is.
          </span>
        )}
        {running && <LinearProgress aria-label="Charging the tax" variant="determinate" value={(100 * done) / Math.min(count, AT_ONCE)} />}
      </DialogContent>
      <DialogActions>
        <Button disabled={running} onClick={onClose}>
          {problem ? "Close" : "Not now"}
        </Button>
        {!problem && (
          <Button variant="contained" color="primary" loading={running} onClick={() => void charge()}>
            Charge it on all {count}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
};
