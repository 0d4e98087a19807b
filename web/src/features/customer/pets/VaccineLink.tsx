import { useMutation } from "@connectrpc/connect-query";
import { VaccineProofLinkService } from "@leashline/proto/leashline/customer/v1/vaccine_proof_link_service_pb.js";
import Button from "@mui/material/Button";
import { CopyField } from "../../../ui/inputs/CopyField.tsx";

/** A page on which the client sends in proof by themselves, to be sent to them. */
export const VaccineLink = ({ customerId }: { customerId: string }) => {
  const link = useMutation(VaccineProofLinkService.method.getVaccineUploadLink);
  if (link.data)
    return <CopyField label="Link for the client" value={link.data.url} help="They send in their proof with it. Good for 30 days." />;
  return (
    <Button size="small" loading={link.isPending} onClick={() => link.mutate({ customerId })} sx={{ justifySelf: "start" }}>
      Get a link for the client
    </Button>
  );
};
