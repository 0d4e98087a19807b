import { Avatar } from "../../../../ui/Avatar.tsx";
import { useClientDetail } from "../use-client.ts";

type Props = { customerId: string; name: string; size: number; colour: string };

/** The face of a client where something of theirs is shown: their picture, or initials until it is known and where this person may not see clients. */
export const ClientFace = ({ customerId, name, size, colour }: Props) => {
  const { data } = useClientDetail(customerId);
  return <Avatar name={name} id={customerId} size={size} src={data?.client?.avatarPath ?? ""} colour={colour} />;
};
