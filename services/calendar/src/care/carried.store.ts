import { sql } from "kysely";
import type { Db } from "../db.ts";

/** Something that came along with a pet. */
export type Belonging = {
  readonly id: string;
  readonly appointmentId: string;
  readonly petId: string;
  readonly petName: string;
  readonly name: string;
  readonly staffName: string;
  readonly createdAt: Date;
  readonly returnedAt: Date | null;
  readonly returnStaffName: string;
  readonly photoPath: string;
  readonly returnPhotoPath: string;
  readonly version: number;
};

const columns = sql`id, appointment_id, pet_id, pet_name, name, staff_name, created_at, returned_at, return_staff_name,
  photo_path, return_photo_path, version`;

export async function readBelongings(db: Db, appointmentId: string): Promise<Belonging[]> {
  const { rows } = await sql<Belonging>`select ${columns} from belonging
    where company_id = ${db.companyId} and appointment_id = ${appointmentId} order by id`.execute(db);
  return rows;
}

/** What came along to these appointments and has not gone home. */
export async function readStillHere(db: Db, appointmentIds: readonly string[]): Promise<Belonging[]> {
  const { rows } = await sql<Belonging>`select ${columns} from belonging
    where company_id = ${db.companyId} and appointment_id = any(${appointmentIds}::bigint[]) and returned_at is null order by id`.execute(
    db,
  );
  return rows;
}

type New = Pick<Belonging, "appointmentId" | "petId" | "petName" | "name" | "staffName" | "photoPath">;

export async function insertBelonging(db: Db, one: New): Promise<Belonging> {
  const { rows } = await sql<Belonging>`insert into belonging (company_id, appointment_id, pet_id, pet_name, name, staff_name, photo_path)
    values (${db.companyId}, ${one.appointmentId}, ${one.petId}, ${one.petName}, ${one.name}, ${one.staffName}, ${one.photoPath})
    returning ${columns}`.execute(db);
  return rows[0]!;
}

type Corrected = Pick<Belonging, "id"> & { readonly name: string | undefined; readonly photoPath: string | undefined };

/** What is not given stays as it is. */
export async function saveBelonging(db: Db, { id, name, photoPath }: Corrected): Promise<Belonging> {
  const { rows } = await sql<Belonging>`update belonging
    set name = coalesce(${name ?? null}, name), photo_path = coalesce(${photoPath ?? null}, photo_path), version = version + 1
    where company_id = ${db.companyId} and id = ${id} returning ${columns}`.execute(db);
  return rows[0]!;
}

type Which = {
  readonly appointmentId: string;
  readonly id: string;
  readonly returned: boolean;
  readonly staffName: string;
  readonly photoPath: string;
};

export async function returnBelonging(
  db: Db,
  { appointmentId, id, returned, staffName, photoPath }: Which,
): Promise<Belonging | undefined> {
  const { rows } = await sql<Belonging>`update belonging set returned_at = case when ${returned} then coalesce(returned_at, now()) end,
      return_staff_name = case when ${returned} then ${staffName} else '' end,
      return_photo_path = case when not ${returned} then '' when ${photoPath} = '' then return_photo_path else ${photoPath} end,
      version = version + 1
    where company_id = ${db.companyId} and appointment_id = ${appointmentId} and id = ${id} returning ${columns}`.execute(db);
  return rows[0];
}

/** Takes away what has not gone home. Answers what stands now: nothing where none is left, what went home where it stays. */
export async function deleteBelonging(db: Db, { appointmentId, id }: Pick<Which, "appointmentId" | "id">) {
  const which = sql`company_id = ${db.companyId} and appointment_id = ${appointmentId} and id = ${id}`;
  const gone = await sql<{ name: string }>`delete from belonging where ${which} and returned_at is null returning name`.execute(db);
  if (gone.rows[0]) return { deleted: gone.rows[0].name };
  const left = await sql<{ name: string }>`select name from belonging where ${which}`.execute(db);
  return { wentHome: left.rows.length > 0 };
}

/** What the next shift should know. */
export type ShiftNote = {
  readonly id: string;
  readonly appointmentId: string;
  readonly text: string;
  readonly staffName: string;
  readonly createdAt: Date;
};

const noteColumns = sql`id, appointment_id, text, staff_name, created_at`;
const MOST_NOTES = 200;

export async function readShiftNotes(db: Db, appointmentId: string): Promise<ShiftNote[]> {
  const { rows } = await sql<ShiftNote>`select ${noteColumns} from shift_note
    where company_id = ${db.companyId} and appointment_id = ${appointmentId} order by id desc limit ${MOST_NOTES}`.execute(db);
  return rows;
}

export async function insertShiftNote(db: Db, one: Pick<ShiftNote, "appointmentId" | "text" | "staffName">): Promise<ShiftNote> {
  const { rows } = await sql<ShiftNote>`insert into shift_note (company_id, appointment_id, text, staff_name)
    values (${db.companyId}, ${one.appointmentId}, ${one.text}, ${one.staffName}) returning ${noteColumns}`.execute(db);
  return rows[0]!;
}
