// Finished games over HTTP, with whatever token this tab holds.
import { token } from './link.js';

const held = () => ['replay', 'host', 'sim', 'board', 'seat'].map((role) => (role === 'replay' ? token(role) : sessionStorage.getItem(`croupier.${role}`) ?? '')).find(Boolean) ?? '';
const get = async (path) => {
  const answer = await fetch(path, { headers: { authorization: `Bearer ${held()}` } });
  if (!answer.ok) throw new Error(String(answer.status));
  return answer;
};

export const ask = async (path) => (await get(path)).json();

/** Save a finished game's log as a file. */
export async function download(game) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await (await get(`/finished/${game}`)).blob());
  link.download = `croupier-${game}.jsonl`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
