import { useQuery } from "@connectrpc/connect-query";
import type { TaxRule } from "@leashline/proto/leashline/account/v1/tax_pb.js";
import { AddOnService } from "@leashline/proto/leashline/offering/v1/add_on_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useCan } from "../../../app/session/session.ts";
import { toast } from "../../../ui/feedback/toast.ts";
import { useLeftOut } from "../shared/welcome/useLeftOut.ts";
import { UNTAXED } from "../shared/welcome/welcome.ts";
import { untaxedWords } from "./charge-all.ts";

type Props = { taxes: readonly TaxRule[]; onCharge: (taxId: string) => void };

/** What is offered without a tax, in a shop that has one, and the way to charge it there. Where it is to stay so, as in many places for grooming, it is not said again. */
export const UntaxedNote = ({ taxes, onCharge }: Props) => {
  const services = useQuery(CatalogService.method.listServices, { includeInactive: true, pageSize: 1000 }).data?.services;
  const addOns = useQuery(AddOnService.method.listAddOns, {}).data?.addOns;
  const { leftOut, setLeftOut } = useLeftOut("tax");
  const mayPutAway = useCan("accessBusinessSettings");
  const words = leftOut === false && services && addOns && untaxedWords(services, addOns);
  if (!words) return null;
  const putAway = () => {
    setLeftOut(true);
    toast.success("You won't be reminded of it here", { undo: () => setLeftOut(false) });
  };
  return (
    <Alert severity="info" sx={{ mt: 2 }}>
      <Typography>{words}</Typography>
      <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "flex-start", gap: 1, mt: 1 }}>
        {taxes.map(({ id, taxName }) => (
          <Button key={id} size="small" onClick={() => onCharge(id)}>
            {taxes.length === 1 ? "Charge on all" : `Charge ${taxName} on all`}
          </Button>
        ))}
        {mayPutAway && (
          <Button size="small" variant="text" color="inherit" onClick={putAway}>
            {UNTAXED}
          </Button>
        )}
      </Box>
    </Alert>
  );
};
