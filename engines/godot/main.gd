extends Node2D
## Plays the scenes in res://levels in the order of their names: the stairs of each lead to the next.

const FOLDER := "res://levels"
const HELP := "No level is here yet. In the repository's folder, run:\n" \
	+ "roomgen --preset crypt --floors 3 --seed 42 --format godot --out engines/godot/levels"

var _names: Array[String] = []
var _floor := -1
var _level: Node2D


func _ready() -> void:
	if DirAccess.dir_exists_absolute(FOLDER):
		# Exported projects add an ending.
		for file in DirAccess.get_files_at(FOLDER):
			if file.trim_suffix(".remap").ends_with(".tscn"):
				_names.append(file.trim_suffix(".remap"))
	_names.sort()
	if _names.is_empty():
		_say(HELP)
	else:
		_go_down()


func _go_down() -> void:
	_floor += 1
	if _floor >= _names.size():
		_say("You have reached the bottom.")
		return
	if _level:
		_level.queue_free()
	_level = load(FOLDER.path_join(_names[_floor])).instantiate()
	add_child(_level)
	RenderingServer.set_default_clear_color(_level.get_meta("background") * _level.get_node("darkness").color)
	var player: Node2D = preload("res://player.gd").new()
	player.position = _level.get_node("stairs/entry").position
	_level.add_child(player)
	_level.taken.connect(_on_taken)
	_level.refused.connect(_on_refused)
	_level.opened.connect(func(door: Node2D) -> void:
		if door.is_in_group("secret"):
			_say("A secret door!"))
	_level.left.connect(func(_stairs: Node2D) -> void: _go_down.call_deferred())
	_say("Floor %d. Arrows or WASD: walk, open, take." % (_floor + 1))
	_show_keys()


func _on_taken(thing: Node2D) -> void:
	var used: bool = thing.get_meta("use", "") == "Switch"
	_say("%s: %s" % ["Used" if used else "Taken", thing.get_meta("kind")])
	_show_keys()


func _on_refused(door: Node2D) -> void:
	var lock: String = door.get_meta("lock", "")
	_say("It needs: %s" % lock if lock else "It opens from the other side.")


func _show_keys() -> void:
	var held: Array = _level.keys.keys().filter(func(key: String) -> bool: return _level.keys[key] > 0)
	$panel/keys.text = ", ".join(held)


func _say(text: String) -> void:
	$panel/message.text = text
