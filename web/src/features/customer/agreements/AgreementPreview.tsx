import { useQuery } from "@connectrpc/connect-query";
import type { Business } from "@leashline/proto/leashline/account/v1/business_pb.js";
import { BusinessService } from "@leashline/proto/leashline/account/v1/business_service_pb.js";
import type { AgreementPlaceholder } from "@leashline/proto/leashline/customer/v1/agreement_service_pb.js";
import Alert from "@mui/material/Alert";
import Typography from "@mui/material/Typography";
import { useInfo } from "../../../app/session/session.ts";
import { addressText } from "../../../ui/format/address.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { AgreementText } from "./AgreementText.tsx";
import type { Values } from "./agreement-values.ts";
import { sampleOf, strangeIn } from "./agreement-words.ts";
import { PrintDialog } from "./PrintDialog.tsx";

const addressOf = (one: Business | undefined): string => {
  if (!one) return "";
  const { address1, address2, addressCity: city, addressState: state, addressZipcode: zipcode } = one;
  return addressText({ address1, address2, city, state, zipcode });
};

type Props = { values: Values; placeholders: readonly AgreementPlaceholder[]; onClose: () => void };

/** The text as a client of this business reads it, filled in with an example client; can be printed, to sign on paper. */
export const AgreementPreview = ({ values, placeholders, onClose }: Props) => {
  const { business } = useInfo();
  const { phone } = useFormat();
  const shown = useQuery(BusinessService.method.getBusiness, {}).data?.business;
  const shop = { name: shown?.businessName ?? business?.name ?? "", phone: phone(shown?.phoneNumber ?? ""), address: addressOf(shown) };
  const strange = strangeIn(`${values.agreementHeader} ${values.agreementContent}`, placeholders);
  return (
    <PrintDialog label="Preview" onClose={onClose}>
      {strange && (
        <Alert severity="warning" sx={{ mb: 2, "@media print": { display: "none" } }}>
          {strange}
        </Alert>
      )}
      <Typography variant="h1" sx={{ mb: 2 }}>
        {sampleOf(values.agreementHeader, shop) || "No title yet"}
      </Typography>
      <AgreementText html={sampleOf(values.agreementContent, shop)} />
      {values.inputs.map(({ label }) => (
        <Typography key={label} sx={{ mt: 2 }}>
          {label}: ______________________
        </Typography>
      ))}
      <Typography sx={{ mt: 5 }}>Signature: ______________________ Name: ______________________ Date: ____________</Typography>
    </PrintDialog>
  );
};
