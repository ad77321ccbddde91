extends StaticBody2D
## A door that is shut: a body, which stops light and navigation too, until it is opened.

## Whether it stands open.
var is_open := false
var _shut_tiles: Array[Vector2i] = []


## Opens the door for `who` comes to it, if it is no lock or the level's player has its key, and
## if one may walk through from there. Returns whether it is open.
func try_open(who: Node2D) -> bool:
	if is_open:
		return true
	var link: NavigationLink2D = $link
	var place := to_local(who.global_position)
	var is_behind := place.distance_to(link.end_position) < place.distance_to(link.start_position)
	var lock: String = get_meta("lock", "")
	if (not link.bidirectional and is_behind) or (lock != "" and not owner.unlock(lock)):
		owner.refused.emit(self)
	elif lock != "":
		owner.open_passage(get_meta("passage_id"))
	else:
		open()
	return is_open


## Opens the door, whatever its lock.
func open() -> void:
	if not is_open:
		_set_open(true)
		owner.opened.emit(self)


## Shuts the door again; its lock stays open.
func shut() -> void:
	_set_open(false)


func _set_open(is_now: bool) -> void:
	is_open = is_now
	$shape.set_deferred("disabled", is_now)
	$occluder.visible = not is_now
	$link.enabled = true
	remove_meta("lock")
	var features: TileMapLayer = owner.get_node("features")
	var cells := _cells()
	for number in cells.size():
		if _shut_tiles.size() == number:
			_shut_tiles.append(features.get_cell_atlas_coords(cells[number]))
		var tile: Vector2i = get_meta("open_tiles")[number] if is_now else _shut_tiles[number]
		features.set_cell(cells[number], 0 if tile.x >= 0 else -1, tile)


## The cells of the door, row by row.
func _cells() -> Array[Vector2i]:
	var features: TileMapLayer = owner.get_node("features")
	var rect: Rect2 = $shape.shape.get_rect()
	var first := features.local_to_map(position + rect.position + Vector2.ONE)
	var last := features.local_to_map(position + rect.end - Vector2.ONE)
	var cells: Array[Vector2i] = []
	for y in range(first.y, last.y + 1):
		for x in range(first.x, last.x + 1):
			cells.append(Vector2i(x, y))
	return cells
