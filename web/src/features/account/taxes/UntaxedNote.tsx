import { useQuery } from "@connectrpc/connect-query";
import type { TaxRule } from "@leashline/proto/leashline/account/v1/tax_pb.js";
import { AddOnService } from "@leashline/proto/leashline/offering/v1/add_on_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { untaxedWords } from "./charge-all.ts";

type Props = { taxes: readonly TaxRule[]; onCharge: (taxId: string) => void };

/** What is sold without a tax, in a shop that has one, and the way to charge it there. */
export const UntaxedNote = ({ taxes, onCharge }: Props) => {
  const services = useQuery(CatalogService.method.listServices, { includeInactive: true, pageSize: 1000 }).data?.services;
  const active = useQuery(AddOnService.method.listAddOns, {}).data?.addOns;
  const inactive = useQuery(AddOnService.method.listAddOns, { inactive: true }).data?.addOns;
  const words = services && active && inactive && untaxedWords(services, [...active, ...inactive]);
  if (!words) return null;
  return (
    <Alert
      severity="info"
      sx={{ mt: 2 }}
      action={taxes.map(({ id, taxName }) => (
        <Button key={id} color="inherit" onClick={() => onCharge(id)}>
          {taxes.length === 1 ? "Charge on all" : `Charge ${taxName} on all`}
        </Button>
      ))}
    >
      {words}
    </Alert>
  );
};
