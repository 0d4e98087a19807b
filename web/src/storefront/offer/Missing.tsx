import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";

type Props = { needs: readonly string[]; proofUrl: string };

/** What is missing before they can be booked, and where proof of it is sent in. */
export const Missing = ({ needs, proofUrl }: Props) =>
  needs.length === 0 ? null : (
    <Alert severity="warning" action={proofUrl !== "" && <Button href={proofUrl}>Send proof</Button>}>
      {needs.join(" ")} {proofUrl === "" && "Please call us about it."}
    </Alert>
  );
